from pathlib import Path
from fastmcp import FastMCP
from fastmcp.exceptions import ResourceError

DOCS = Path(__file__).parent / "docs"
mcp = FastMCP("docs")


@mcp.resource("docs://{section}/{page}")
def page(section: str, page: str) -> str:
    """A documentation page."""
    path = DOCS.joinpath(section, page).with_suffix(".txt")
    path = path.resolve()
    if DOCS.resolve() not in path.parents:
        raise ResourceError("no such page")
    if not path.exists():
        raise ResourceError("no such page")
    with path.open("r", encoding="utf-8") as fh:
        return fh.read(100_000)


@mcp.tool
def sections() -> list[str]:
    """Names of the sections."""
    return [p.name for p in DOCS.iterdir() if p.is_dir()]


if __name__ == "__main__":
    mcp.run()
