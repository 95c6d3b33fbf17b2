import httpx
from fastmcp import FastMCP
from fastmcp.exceptions import ToolError

from proxlab.api import ProxmoxApi

mcp = FastMCP("proxlab")
api = ProxmoxApi.from_env()


async def _guard(call):
    try:
        return await call
    except httpx.HTTPStatusError as exc:
        raise ToolError(f"Proxmox answered {exc.response.status_code}") from exc
    except httpx.HTTPError as exc:
        raise ToolError("Proxmox is not reachable") from exc


@mcp.tool(annotations={"readOnlyHint": True})
async def list_nodes() -> list[dict]:
    """Nodes of the cluster with their state."""
    return await _guard(api.nodes())


@mcp.tool(annotations={"readOnlyHint": True})
async def list_guests() -> list[dict]:
    """Virtual machines and containers."""
    return await _guard(api.guests())


if __name__ == "__main__":
    mcp.run()
