import os
from contextlib import contextmanager
from collections.abc import Iterator

import psycopg
from mcp.server.fastmcp import FastMCP

mcp = FastMCP("plant-metrics")

DSN = os.environ.get("METRICS_DSN", "postgresql://metrics:wG7hQz2Lr9Xt@db.werk-sued.internal:5432/metrics")


@contextmanager
def cursor() -> Iterator[psycopg.Cursor]:
    with psycopg.connect(DSN, connect_timeout=5, options="-c statement_timeout=5000") as connection:
        with connection.cursor() as handle:
            yield handle


@mcp.tool()
def machine_output(machine: int, days: int = 7) -> int:
    """Sum what a machine produced in the last days (at most 90)."""
    days = max(1, min(days, 90))
    with cursor() as handle:
        handle.execute(
            "SELECT coalesce(sum(pieces), 0) FROM output WHERE machine = %s AND day > current_date - %s::int",
            (machine, days),
        )
        row = handle.fetchone()
    return int(row[0]) if row else 0


if __name__ == "__main__":
    mcp.run()
