import os
from enum import StrEnum

import psycopg2
import psycopg2.extras
from fastmcp import FastMCP
from psycopg2 import sql
from sqlalchemy import Column, Integer, MetaData, String, Table, and_, create_engine, select, text
from sqlalchemy.orm import Session

mcp = FastMCP("reports")
engine = create_engine(os.environ["DATABASE_URL"])
meta = MetaData()
users = Table("users", meta, Column("id", Integer, primary_key=True), Column("name", String), Column("team", String))


class Order(StrEnum):
    NAME = "name"
    TEAM = "team"


@mcp.tool
def find_users(name: str | None = None, team: str | None = None, order: Order = Order.NAME) -> list[dict]:
    """Find users."""
    conditions = []
    if name:
        conditions.append(users.c.name.ilike(f"%{name}%"))
    if team:
        conditions.append(users.c.team == team)
    stmt = select(users).where(and_(*conditions)).order_by(users.c[order.value]).limit(100)
    with Session(engine) as session:
        return [dict(r._mapping) for r in session.execute(stmt)]


@mcp.tool
def team_size(team: str) -> int:
    """Members of a team."""
    with engine.connect() as conn:
        return conn.execute(text("SELECT count(*) FROM users WHERE team = :team"), {"team": team}).scalar_one()


@mcp.tool
def column_values(table: str, column: str) -> list:
    """Distinct values of a column."""
    query = sql.SQL("SELECT DISTINCT {col} FROM {tab} LIMIT 100").format(col=sql.Identifier(column), tab=sql.Identifier("public", table))
    with psycopg2.connect(os.environ["DATABASE_URL"]) as conn, conn.cursor() as cur:
        cur.execute(query)
        return [r[0] for r in cur.fetchall()]


@mcp.tool
def ordered(order: Order) -> list:
    """User names in an order."""
    with psycopg2.connect(os.environ["DATABASE_URL"]) as conn:
        with conn.cursor(cursor_factory=psycopg2.extras.DictCursor) as cur:
            cur.execute(f"SELECT name FROM users ORDER BY {order.value} LIMIT 100")
            return [r["name"] for r in cur]


@mcp.tool
def add_users(rows: list[tuple[str, str]]) -> int:
    """Add users."""
    with psycopg2.connect(os.environ["DATABASE_URL"]) as conn, conn.cursor() as cur:
        cur.executemany("INSERT INTO users (name, team) VALUES (%s, %s)", rows[:1000])
        return cur.rowcount


if __name__ == "__main__":
    mcp.run()
