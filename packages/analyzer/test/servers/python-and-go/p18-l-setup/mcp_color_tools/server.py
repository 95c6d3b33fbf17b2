from mcp.server.fastmcp import FastMCP

mcp = FastMCP("colors")


@mcp.tool()
def hex_to_rgb(value: str) -> list[int]:
    """Convert #rrggbb to three numbers."""
    digits = value.lstrip("#")
    if len(digits) != 6:
        raise ValueError("expected #rrggbb")
    return [int(digits[i : i + 2], 16) for i in (0, 2, 4)]


if __name__ == "__main__":
    mcp.run()
