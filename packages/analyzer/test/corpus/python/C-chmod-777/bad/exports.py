import csv
import os
import re
import sqlite3
from contextlib import closing
from pathlib import Path

from fastmcp import FastMCP
from fastmcp.exceptions import ToolError

mcp = FastMCP("sales-export")

DATABASE = os.environ.get("SALES_DB", "/var/lib/sales/sales.sqlite3")
EXPORTS = Path(os.environ.get("EXPORTS", "/var/lib/sales/exports")).resolve()
MONTH = re.compile(r"20\d\d-(0[1-9]|1[0-2])")


@mcp.tool(annotations={"destructiveHint": False})
def export_month(month: str) -> str:
    """Write the sales of one month (YYYY-MM) to a CSV file and tell its name."""
    if not MONTH.fullmatch(month):
        raise ToolError("give the month as YYYY-MM")
    with closing(sqlite3.connect(DATABASE, timeout=5)) as db:
        rows = db.execute("SELECT day, item, amount FROM sales WHERE day LIKE ? LIMIT 50000", (month + "-%",)).fetchall()
    path = EXPORTS / f"sales-{month}.csv"
    with path.open("w", newline="", encoding="utf-8") as handle:
        writer = csv.writer(handle)
        writer.writerow(["day", "item", "amount"])
        writer.writerows(rows)
    os.chmod(path, 0o777)
    return f"{path.name}: {len(rows)} rows"


if __name__ == "__main__":
    mcp.run()
