"""The page for the arbiter: it calls what the command line calls, in a worker with bounded memory and time."""
