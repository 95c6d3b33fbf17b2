from mcp.server.fastmcp import FastMCP

mcp = FastMCP("morse")

CODES = {"A": ".-", "B": "-...", "C": "-.-.", "D": "-..", "E": ".", "O": "---", "S": "..."}


@mcp.tool()
def to_morse(text: str) -> str:
    """Write a short text in Morse code."""
    return " ".join(CODES.get(letter, "?") for letter in text.upper()[:500])


@mcp.tool()
def from_morse(code: str) -> str:
    """Read Morse code whose letters are separated by blanks."""
    letters = {value: key for key, value in CODES.items()}
    return "".join(letters.get(part, "?") for part in code[:3000].split())


if __name__ == "__main__":
    mcp.run()
