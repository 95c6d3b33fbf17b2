import httpx
from mcp.server.fastmcp import FastMCP

mcp = FastMCP("parcels")
records = httpx.Client(timeout=5, follow_redirects=False)


def check_length(address: str) -> None:
    if len(address) > 2000:
        raise ValueError(f"too long: {address}")


def ask(address: str) -> str:
    try:
        check_length(address)
        reply = records.get(address)
        reply.raise_for_status()
        return reply.json()["next"]
    except Exception as error:
        return str(error).removeprefix("too long: ")


@mcp.tool()
def count_events(parcel: str) -> int:
    """Counts the events of a parcel."""
    following = ask(f"https://parcels.example.com/v1/parcels/{parcel}/history")
    return len(records.get(following).json()["events"])


if __name__ == "__main__":
    mcp.run()
