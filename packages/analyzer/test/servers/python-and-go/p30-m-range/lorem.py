import random
from typing import Annotated

from mcp.server.fastmcp import FastMCP
from pydantic import Field

mcp = FastMCP("lorem")
WORDS = "lorem ipsum dolor sit amet consectetur".split()


@mcp.tool()
def words(count: Annotated[int, Field(description="How many words")]) -> str:
    """Random words."""
    return " ".join(random.choice(WORDS) for _ in range(count))


if __name__ == "__main__":
    mcp.run()
