from mcp.server.fastmcp import FastMCP
from mcp.types import ToolAnnotations

mcp = FastMCP("rooms")

BOOKED: dict[str, str] = {}
ROOMS = ("Elbe", "Alster", "Bille")


@mcp.tool(
    name="list_rooms",
    description="List the meeting rooms and who booked them. Call this before book_room.",
    annotations=ToolAnnotations(readOnlyHint=True),
)
def list_rooms() -> dict[str, str]:
    return {room: BOOKED.get(room, "free") for room in ROOMS}


@mcp.tool(
    name="book_room",
    description=(
        "Book a free meeting room for today. Use list_rooms first to see which rooms are free."
        " The tool refuses rooms that are already booked."
    ),
    annotations=ToolAnnotations(destructiveHint=False),
)
def book_room(room: str, who: str) -> str:
    if room not in ROOMS:
        return "no such room"
    if room in BOOKED:
        return "already booked"
    BOOKED[room] = who[:60]
    return "booked"


if __name__ == "__main__":
    mcp.run()
