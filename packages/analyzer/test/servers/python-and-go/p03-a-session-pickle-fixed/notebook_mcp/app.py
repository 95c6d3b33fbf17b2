from fastmcp import FastMCP, Context

from notebook_mcp.state import StateCodec

mcp = FastMCP(name="notebook")

_cells: list[str] = []


@mcp.tool
async def export_state(ctx: Context) -> str:
    """Export the notebook cells as a token."""
    await ctx.info("exporting")
    return StateCodec.dump({"cells": _cells})


@mcp.tool
async def restore_state(token: str, ctx: Context) -> dict:
    """Restore the notebook from a token made by export_state."""
    state = StateCodec.load(token)
    _cells[:] = [str(c)[:10_000] for c in state.get("cells", [])][:100]
    await ctx.info("restored")
    return {"cells": len(_cells)}


if __name__ == "__main__":
    mcp.run()
