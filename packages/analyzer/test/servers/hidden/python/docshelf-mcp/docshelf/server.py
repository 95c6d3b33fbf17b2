"""FastMCP server for the shelves."""

from __future__ import annotations

import json
import logging
import sys
from itertools import islice
from typing import Annotated

from fastmcp import Context, FastMCP
from fastmcp.exceptions import ResourceError, ToolError
from pydantic import Field

from .config import Config
from .locator import Locator, NotOnShelf
from .models import Hit, ShelfListing
from .reader import Reader, as_material
from .search import Search

Shelf = Annotated[str, Field(max_length=32, description="name of a shelf")]


def create_server(config: Config) -> FastMCP:
    mcp: FastMCP = FastMCP(
        name="docshelf",
        instructions="Read only access to the documents of a team.",
    )
    locator = Locator(config)
    reader = Reader(config.max_chars)
    search = Search(config, locator, reader)

    def fetch(shelf: str, name: str) -> str:
        ref = locator.locate(shelf, name)
        return as_material(ref, reader.text(ref))

    @mcp.resource("shelf://{shelf}", mime_type="application/json")
    def list_shelf(shelf: str) -> str:
        """The documents of one shelf."""
        try:
            refs = list(islice(locator.walk(shelf), config.max_documents + 1))
        except NotOnShelf as error:
            raise ResourceError(str(error)) from None
        listing = ShelfListing(
            shelf=shelf,
            documents=[ref.uri for ref in refs[: config.max_documents]],
            truncated=len(refs) > config.max_documents,
        )
        return listing.model_dump_json()

    @mcp.resource("doc://{shelf}/{name*}", mime_type="text/plain")
    async def document(shelf: str, name: str, ctx: Context) -> str:
        """One document of a shelf."""
        await ctx.debug(f"reading from shelf {shelf}")
        try:
            return fetch(shelf, name)
        except NotOnShelf as error:
            raise ResourceError(str(error)) from None

    @mcp.tool(annotations={"readOnlyHint": True})
    def open_document(shelf: Shelf, name: Annotated[str, Field(max_length=400)]) -> str:
        """Read one document; the name is written like in its doc:// address."""
        try:
            return fetch(shelf, name)
        except NotOnShelf as error:
            raise ToolError(str(error)) from None

    @mcp.tool(annotations={"readOnlyHint": True})
    def find_in_shelf(
        shelf: Shelf,
        words: Annotated[str, Field(min_length=2, max_length=120)],
        limit: Annotated[int, Field(ge=1, le=50)] = 20,
    ) -> str:
        """Lines which contain all of the given words, as quoted JSON records."""
        try:
            hits: list[Hit] = search.run(shelf, words, limit)
        except NotOnShelf as error:
            raise ToolError(str(error)) from None
        return json.dumps({"note": "quoted from documents", "hits": [hit.model_dump() for hit in hits]})

    return mcp


def main() -> None:
    logging.basicConfig(stream=sys.stderr, level=logging.WARNING)
    try:
        config = Config.load()
    except (OSError, ValueError) as error:
        raise SystemExit(f"docshelf: {error}") from None
    create_server(config).run()


if __name__ == "__main__":
    main()
