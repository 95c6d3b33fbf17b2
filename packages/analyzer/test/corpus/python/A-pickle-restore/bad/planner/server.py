from mcp.server.fastmcp import FastMCP

from .state import Board

mcp = FastMCP("planner")
board = Board()


@mcp.tool()
def add_task(title: str) -> int:
    """Add a task to the board and return how many are open."""
    if len(board.tasks) >= 500:
        raise ValueError("the board is full")
    board.tasks.append(title[:200])
    return len(board.tasks)


@mcp.tool()
def finish_task(title: str) -> str:
    """Mark a task as done."""
    if title not in board.tasks:
        return "no such task"
    board.tasks.remove(title)
    board.done.append(title)
    return "done"


@mcp.tool()
def export_state() -> str:
    """Give the board as text, to be handed to import_state later."""
    return board.freeze()


@mcp.tool()
def import_state(state: str) -> str:
    """Restore a board from the text of export_state."""
    board.thaw(state)
    return f"{len(board.tasks)} open, {len(board.done)} done"


if __name__ == "__main__":
    mcp.run()
