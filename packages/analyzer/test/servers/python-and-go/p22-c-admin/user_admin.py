from dataclasses import dataclass

from fastmcp import FastMCP

mcp = FastMCP("user-admin")


@dataclass
class User:
    name: str
    role: str = "member"


USERS = {"ann": User("ann", "admin"), "bob": User("bob")}


@mcp.tool(annotations={"destructiveHint": True})
def delete_user(name: str) -> str:
    """Delete a user account. Only administrators may call this tool."""
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
