import os
from datetime import date

from fastmcp import FastMCP
from pydantic import BaseModel
from sqlalchemy import create_engine, text

engine = create_engine(os.environ["DB_URL"], pool_pre_ping=True)
mcp = FastMCP("analytics")


class ReportRequest(BaseModel):
    start: date
    end: date
    segment: str


QUERY = """
SELECT day, sum(amount) AS total
FROM sales
WHERE day BETWEEN :start AND :end
  AND segment = {segment}
GROUP BY day
LIMIT 1000
"""


@mcp.tool(name="sales_report", description="Daily sales of a segment")
def sales_report(req: ReportRequest) -> list[dict]:
    stmt = text(QUERY.format(segment=":segment"))
    with engine.begin() as conn:
        rows = conn.execute(stmt, {"start": req.start, "end": req.end, "segment": req.segment})
        return [dict(r._mapping) for r in rows]


if __name__ == "__main__":
    mcp.run()
