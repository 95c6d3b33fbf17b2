from typing import Annotated

from fastmcp import FastMCP
from fastmcp.exceptions import ToolError
from pydantic import Field

from .client import JiraClient, JiraProblem
from .config import Settings

Key = Annotated[str, Field(pattern=r"^[A-Z][A-Z0-9]{1,9}-[0-9]{1,7}$", description="Issue key, such as SHOP-12")]


def build(client: JiraClient) -> FastMCP:
    mcp = FastMCP("tracker-jira")

    @mcp.tool(annotations={"readOnlyHint": True})
    def my_issues(limit: Annotated[int, Field(ge=1, le=50)] = 20) -> list[dict]:
        """Open issues assigned to the user."""
        try:
            return client.assigned(limit)
        except JiraProblem as exc:
            raise ToolError(str(exc)) from exc

    @mcp.tool(annotations={"destructiveHint": False, "openWorldHint": True})
    def add_comment(key: Key, text: Annotated[str, Field(min_length=1, max_length=5000)]) -> str:
        """Comment on an issue."""
        try:
            return client.comment(key, text)
        except JiraProblem as exc:
            raise ToolError(str(exc)) from exc

    return mcp


def main() -> None:
    build(JiraClient(Settings())).run()


if __name__ == "__main__":
    main()
