from dataclasses import dataclass

from fastmcp import FastMCP
from fastmcp.exceptions import ToolError
from fastmcp.server.dependencies import get_access_token

mcp = FastMCP("user-admin")


@dataclass
class User:
    name: str
    role: str = "member"


USERS = {"ann": User("ann", "admin"), "bob": User("bob")}


def require_admin() -> None:
    token = get_access_token()
    if token is None or "admin" not in token.scopes:
        raise ToolError("admin scope required")


@mcp.tool(annotations={"destructiveHint": True})
def delete_user(name: str) -> str:
    """Delete a user account. Only administrators may call this tool."""
    require_admin()
    if name not in USERS:
        return "no such user"
    del USERS[name]
    return "deleted"


@mcp.tool
def list_users() -> list[str]:
    """Names of the users."""
    return sorted(USERS)


if __name__ == "__main__":
    mcp.run()
