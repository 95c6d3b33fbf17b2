import random
import string

from mcp.server.fastmcp import FastMCP

mcp = FastMCP("test-data")


@mcp.tool()
def filler(word: str, times: int) -> str:
    """Repeat a word to get filler text of a certain length."""
    return (word + " ") * times


@mcp.tool()
def random_name(length: int = 8) -> str:
    """Give a random name with at most 30 letters."""
    letters = random.choices(string.ascii_lowercase, k=max(1, min(length, 30)))
    return "".join(letters).capitalize()


if __name__ == "__main__":
    mcp.run()
