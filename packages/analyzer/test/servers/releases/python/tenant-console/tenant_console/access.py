from fastmcp.exceptions import ToolError
from fastmcp.server.dependencies import get_access_token


def subject() -> str:
    token = get_access_token()
    if token is None:
        raise ToolError("not signed in")
    return token.client_id


def require_scope(scope: str) -> str:
    token = get_access_token()
    if token is None or scope not in token.scopes:
        raise ToolError(f"needs the scope {scope}")
    return token.client_id
