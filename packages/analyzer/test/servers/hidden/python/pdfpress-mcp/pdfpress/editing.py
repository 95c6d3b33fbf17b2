"""Tools that make new documents."""

from __future__ import annotations

from typing import Annotated

from fastmcp import FastMCP
from fastmcp.exceptions import ToolError
from pydantic import Field

from .folder import Folder, FolderError
from .pages import PageRange, Part
from .programs import Program, ProgramError, run

Stem = Annotated[str, Field(min_length=1, max_length=61, description="name of the result without .pdf")]


def editing(folder: Folder) -> FastMCP:
    part: FastMCP = FastMCP("editing")

    async def assemble(parts: list[Part], stem: str) -> str:
        arguments = ["--empty", "--pages"]
        try:
            for item in parts:
                # absolute paths, so they cannot be taken for options
                arguments.append(str(folder.source(item.document)))
                arguments.append(str(item.pages) if item.pages else "1-z")
            target = folder.result(stem)
            await run(Program.QPDF, *arguments, "--", str(target), timeout=60.0)
        except (FolderError, ProgramError) as error:
            raise ToolError(str(error)) from None
        return f"results/{target.name}"

    @part.tool
    async def pages(document: Annotated[str, Field(min_length=5, max_length=240)], range: PageRange, result: Stem) -> str:
        """Put some pages of a document into a new one."""
        return await assemble([Part(document=document, pages=range)], result)

    @part.tool
    async def join(parts: Annotated[list[Part], Field(min_length=2, max_length=20)], result: Stem) -> str:
        """Join documents, or pages of them."""
        return await assemble(parts, result)

    return part
