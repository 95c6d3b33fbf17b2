"""Help desk server; the operator is the account that started it."""
import getpass
import logging
import os
import sqlite3
from contextlib import closing

from mcp.server.fastmcp import FastMCP
from mcp.types import ToolAnnotations

DATABASE = os.environ.get("HELPDESK_DB", "helpdesk.sqlite3")
OPERATOR = getpass.getuser()

log = logging.getLogger("helpdesk")
mcp = FastMCP("helpdesk")


def connect() -> sqlite3.Connection:
    return sqlite3.connect(DATABASE, timeout=5)


def role_of(operator: str) -> str:
    with closing(connect()) as db:
        row = db.execute("SELECT role FROM operators WHERE login = ?", (operator,)).fetchone()
    return row[0] if row else "guest"


@mcp.tool(annotations=ToolAnnotations(readOnlyHint=True))
def my_role() -> str:
    """Tell the role of the operator."""
    return role_of(OPERATOR)


@mcp.tool(annotations=ToolAnnotations(destructiveHint=True))
def grant_role(login: str, role: str) -> str:
    """Give an operator another role. Administrators only."""
    if role not in ("guest", "agent", "admin"):
        raise ValueError("unknown role")
    with closing(connect()) as db:
        changed = db.execute("UPDATE operators SET role = ? WHERE login = ?", (role, login)).rowcount
        db.commit()
    log.info("role changed by %s", OPERATOR)
    return "changed" if changed else "no such operator"


if __name__ == "__main__":
    mcp.run()
