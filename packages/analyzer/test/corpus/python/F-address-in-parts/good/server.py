import os

import psycopg
from mcp.server.fastmcp import FastMCP

mcp = FastMCP("parts")


class Address:
    """The parts of `user:password@host`."""

    def __init__(self, text: str) -> None:
        login, _, self.host = text.rpartition("@")
        self.user, _, self.password = login.partition(":")


address = Address(f"{os.environ['PARTS_USER']}:{os.environ['PARTS_PASSWORD']}@{os.environ['PARTS_HOST']}")


@mcp.tool()
def count_parts() -> str:
    """Counts the parts in stock."""
    with psycopg.connect(user=address.user, password=address.password, host=address.host) as stock:
        count = stock.execute("SELECT COUNT(*) FROM part").fetchone()
    return f"{len(count)} parts, as seen by {address.user}"


if __name__ == "__main__":
    mcp.run()
