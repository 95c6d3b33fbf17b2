"""What the command line can change."""

RAW_JOBS = False
