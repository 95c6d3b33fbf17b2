import sqlite3
from contextlib import closing
from pathlib import Path
from typing import Annotated

from fastmcp import FastMCP
from fastmcp.exceptions import ToolError
from pydantic import Field

SORTABLE = {"day": "day", "minutes": "minutes", "note": "note COLLATE NOCASE"}
DB = Path.home() / ".local" / "share" / "timesheet" / "hours.db"

mcp = FastMCP("timesheet")


def connect() -> sqlite3.Connection:
    DB.parent.mkdir(parents=True, exist_ok=True)
    con = sqlite3.connect(DB, timeout=5)
    con.row_factory = sqlite3.Row
    con.execute(
        "CREATE TABLE IF NOT EXISTS entry(id INTEGER PRIMARY KEY, day TEXT, project TEXT, minutes INTEGER, note TEXT)"
    )
    return con


@mcp.tool
def log_time(
    day: Annotated[str, Field(pattern=r"^\d{4}-\d{2}-\d{2}$")],
    project: Annotated[str, Field(max_length=60)],
    minutes: Annotated[int, Field(gt=0, le=1440)],
    note: Annotated[str, Field(max_length=500)] = "",
) -> int:
    """Add an entry and return its number."""
    with closing(connect()) as con, con:
        cur = con.execute(
            "INSERT INTO entry(day, project, minutes, note) VALUES (?, ?, ?, ?)", (day, project, minutes, note)
        )
        return cur.lastrowid


@mcp.tool
def report(
    project: str,
    sort_by: str = "day",
    descending: bool = False,
    limit: Annotated[int, Field(ge=1, le=500)] = 100,
) -> list[dict]:
    """Entries of a project, sorted by a column."""
    column = SORTABLE.get(sort_by)
    if column is None:
        raise ToolError(f"sort_by must be one of {', '.join(SORTABLE)}")
    direction = "DESC" if descending else "ASC"
    query = f"SELECT day, project, minutes, note FROM entry WHERE project = ? ORDER BY {column} {direction} LIMIT ?"
    with closing(connect()) as con:
        return [dict(r) for r in con.execute(query, (project, limit))]


@mcp.tool
def totals() -> dict[str, int]:
    """Minutes per project."""
    with closing(connect()) as con:
        return dict(con.execute("SELECT project, SUM(minutes) FROM entry GROUP BY project").fetchall())


if __name__ == "__main__":
    mcp.run()
