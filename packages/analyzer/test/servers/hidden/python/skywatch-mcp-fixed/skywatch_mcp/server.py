"""Puts the sections together."""

from __future__ import annotations

import logging
import sys

from fastmcp import FastMCP

from .config import get_config
from .sections.alerts import alerts
from .sections.checks import checks


def create() -> FastMCP:
    mcp: FastMCP = FastMCP("skywatch", instructions="Uptime checks and alert rules.")
    mcp.mount(checks, prefix="checks")
    mcp.mount(alerts, prefix="alerts")
    return mcp


def main() -> None:
    logging.basicConfig(level=logging.WARNING, stream=sys.stderr)
    try:
        get_config()
    except (RuntimeError, ValueError) as error:
        raise SystemExit(f"skywatch-mcp: {type(error).__name__}: configuration is incomplete") from None
    create().run()


if __name__ == "__main__":
    main()
