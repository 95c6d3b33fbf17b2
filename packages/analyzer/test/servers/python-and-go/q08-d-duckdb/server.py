import duckdb
from mcp.server.fastmcp import FastMCP
mcp = FastMCP("parquet")
con = duckdb.connect(":memory:")


@mcp.tool()
def head(column: str, min_value: float) -> list:
    """First values of a column above a minimum."""
    parts = ["SELECT", column, "FROM read_parquet('/srv/d.parquet')"]
    parts += ["WHERE", column, ">=", str(float(min_value)), "LIMIT 10"]
    return con.sql(" ".join(parts)).fetchall()


mcp.run()
