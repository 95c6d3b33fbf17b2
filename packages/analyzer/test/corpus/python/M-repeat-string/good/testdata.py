import random
import string

from mcp.server.fastmcp import FastMCP

mcp = FastMCP("test-data")

MAX_LENGTH = 20_000


@mcp.tool()
def filler(word: str, times: int) -> str:
    """Repeat a word to get filler text of a certain length."""
    unit = word[:50] + " "
    return unit * min(max(times, 0), MAX_LENGTH // len(unit))


@mcp.tool()
def random_name(length: int = 8) -> str:
    """Give a random name with at most 30 letters."""
    letters = random.choices(string.ascii_lowercase, k=max(1, min(length, 30)))
    return "".join(letters).capitalize()


if __name__ == "__main__":
    mcp.run()
