from typing import Annotated, Literal

from mcp.server.fastmcp import FastMCP
from pydantic import Field

from frames.store import Frames

mcp = FastMCP("frames", instructions="Load a file before you describe it.")
frames = Frames()

Agg = Literal["mean", "sum", "min", "max", "count"]


@mcp.tool()
def load_frame(name: Annotated[str, Field(description="File name in the data folder", max_length=80)]) -> str:
    """Load a file and return its handle."""
    return frames.load(name)


@mcp.tool()
def describe(handle: str) -> dict:
    """Statistics of the numeric columns."""
    return frames.get(handle).describe().to_dict()


@mcp.tool()
def group(handle: str, by: str, column: str, agg: Agg = "mean") -> dict:
    """Group a frame by a column and aggregate another."""
    df = frames.get(handle)
    missing = {by, column} - set(df.columns)
    if missing:
        raise ValueError(f"no such columns: {sorted(missing)}")
    result = getattr(df.groupby(by)[column], agg)()
    return {str(k): float(v) for k, v in result.head(200).items()}


if __name__ == "__main__":
    mcp.run()
