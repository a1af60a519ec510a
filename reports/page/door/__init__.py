"""Between the network and the page: what is let in, how long it may take, where it listens."""
