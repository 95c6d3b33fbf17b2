import argparse

from . import options
from .server import mcp


def main() -> None:
    parser = argparse.ArgumentParser(description="Serve the print queue")
    parser.add_argument("--raw-jobs", action="store_true", help="accept names of jobs too")
    arguments = parser.parse_args()
    options.RAW_JOBS = arguments.raw_jobs
    mcp.run()
