"""`python -m vmfleet`."""

from __future__ import annotations

import asyncio
import logging
import sys

from mcp.server.stdio import stdio_server

from .api import ClusterApi
from .options import Options
from .service import create_server


async def _serve(options: Options) -> None:
    async with ClusterApi(options) as api:
        server = create_server(api, options)
        async with stdio_server() as (reader, writer):
            await server.run(reader, writer, server.create_initialization_options())


def main() -> None:
    logging.basicConfig(level=logging.INFO, stream=sys.stderr, format="%(levelname)s %(name)s: %(message)s")
    try:
        options = Options.from_environment()
    except ValueError as error:
        raise SystemExit(f"vmfleet: {error}") from None
    asyncio.run(_serve(options))


if __name__ == "__main__":
    main()
