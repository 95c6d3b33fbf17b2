import logging
import os
import sqlite3
from contextlib import closing
from typing import Annotated

from mcp.server.fastmcp import FastMCP
from mcp.types import ToolAnnotations
from pydantic import Field

from .passwords import avatar_key, protect

DATABASE = os.environ.get("ACCOUNTS_DB", "/var/lib/portal/accounts.sqlite3")
log = logging.getLogger("accounts")
mcp = FastMCP("portal-accounts")


@mcp.tool(annotations=ToolAnnotations(destructiveHint=False))
def create_account(
    login: Annotated[str, Field(pattern=r"^[a-z][a-z0-9_]{2,30}$")],
    password: Annotated[str, Field(min_length=12, max_length=128)],
) -> str:
    """Create an account of the portal."""
    try:
        with closing(sqlite3.connect(DATABASE, timeout=5)) as db:
            db.execute(
                "INSERT INTO accounts (login, password, avatar) VALUES (?, ?, ?)",
                (login, protect(password), avatar_key(login)),
            )
            db.commit()
    except sqlite3.IntegrityError:
        return "that login is taken"
    log.info("account %s created", login)
    return "created"


if __name__ == "__main__":
    mcp.run()
