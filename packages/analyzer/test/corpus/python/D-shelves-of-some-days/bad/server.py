import sqlite3

from mcp.server.fastmcp import FastMCP

mcp = FastMCP("stock")


@mcp.tool()
def count_items(
    monday: str = "",
    tuesday: str = "",
    wednesday: str = "",
    thursday: str = "",
    friday: str = "",
    saturday: str = "",
    sunday: str = "",
    morning: str = "",
    evening: str = "",
) -> int:
    """Counts the items on the shelves that are open on some days."""
    given = [monday, tuesday, wednesday, thursday, friday, saturday, sunday, morning, evening]
    numbers = [number for each in given for number in each.split(",")]
    wanted = [number for number in numbers if len(number) < 80]
    if not wanted:
        return 0
    with sqlite3.connect("stock.db") as stock:
        rows = stock.execute(f"SELECT COUNT(*) FROM item WHERE shelf IN ({', '.join(wanted)})")
        return rows.fetchone()[0]


if __name__ == "__main__":
    mcp.run()
