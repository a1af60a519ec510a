"""The page at the table: a web page and an API that answer what the command line answers."""
