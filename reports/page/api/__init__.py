"""The questions over HTTP, as the command line answers them."""
