"""The rating lists of FIDE: read, kept month by month, looked up, and laid beside an event."""
