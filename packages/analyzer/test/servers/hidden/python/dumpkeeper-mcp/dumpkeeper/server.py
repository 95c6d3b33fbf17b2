"""FastMCP tools."""

from __future__ import annotations

import asyncio
import logging
import sys
from dataclasses import asdict
from typing import Annotated

from mcp.server.fastmcp import FastMCP
from pydantic import Field

from .config import Config, ConfigError, Profile
from .dumper import Dumper
from .storage import Storage
from .verify import is_complete

Name = Annotated[str, Field(max_length=64)]


def build(config: Config) -> FastMCP:
    mcp = FastMCP("dumpkeeper")
    storage = Storage(config.folder, config.keep)
    dumper = Dumper(config, storage)

    def profile_of(name: str) -> Profile:
        if name not in config.profiles:
            raise ValueError("unknown profile")
        return config.profiles[name]

    @mcp.tool()
    def list_profiles() -> dict[str, list[str]]:
        """The configured profiles and their databases."""
        return {name: list(profile.databases) for name, profile in config.profiles.items()}

    @mcp.tool()
    async def create_dump(profile: Name, database: Name) -> dict:
        """Dump one database of a profile into a new compressed file."""
        result = await dumper.dump(profile_of(profile), database)
        return asdict(result)

    @mcp.tool()
    def list_dumps(profile: Name) -> list[dict]:
        """Existing dumps of a profile, newest first."""
        found = storage.dumps(profile_of(profile).name)
        return [{"file": path.name, "size": path.stat().st_size} for path in found[:200]]

    @mcp.tool()
    async def verify_dump(file: Annotated[str, Field(max_length=200)]) -> dict[str, bool]:
        """Check that a dump can be decompressed and is complete."""
        path = storage.find(file)
        return {"complete": await asyncio.to_thread(is_complete, path)}

    return mcp


def main() -> None:
    logging.basicConfig(level=logging.INFO, stream=sys.stderr)
    try:
        config = Config.load()
    except (OSError, KeyError, ConfigError) as error:
        raise SystemExit(f"dumpkeeper: {error}") from None
    build(config).run(transport="stdio")


if __name__ == "__main__":
    main()
