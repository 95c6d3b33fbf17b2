import argparse
import asyncio
import os

from mcp.server.stdio import stdio_server

from .shelf import build_server


async def serve(root: str) -> None:
    server = build_server(root)
    async with stdio_server() as (r, w):
        await server.run(r, w, server.create_initialization_options())


def cli() -> None:
    parser = argparse.ArgumentParser("docshelf")
    parser.add_argument("root", help="directory whose documents are served")
    args = parser.parse_args()
    if not os.path.isdir(args.root):
        parser.error("root is no directory")
    asyncio.run(serve(args.root))


if __name__ == "__main__":
    cli()
