from dataclasses import dataclass, field
from typing import Annotated

from fastmcp import FastMCP
from pydantic import BaseModel, Field

mcp = FastMCP("outline")


class OutlineRequest(BaseModel):
    title: str
    depth: int = Field(description="How many levels the outline has")
    width: int = Field(description="How many sections each level has")


@dataclass
class Section:
    title: str
    children: list["Section"] = field(default_factory=list)


def build(title: str, depth: int, width: int) -> Section:
    section = Section(title)
    if depth > 0:
        for index in range(width):
            section.children.append(build(f"{title}.{index + 1}", depth - 1, width))
    return section


def count(section: Section) -> int:
    return 1 + sum(count(child) for child in section.children)


@mcp.tool
def outline_size(request: Annotated[OutlineRequest, Field(description="Shape of the outline")]) -> int:
    """Tell how many sections an outline of a certain shape has."""
    return count(build(request.title, request.depth, request.width))


if __name__ == "__main__":
    mcp.run()
