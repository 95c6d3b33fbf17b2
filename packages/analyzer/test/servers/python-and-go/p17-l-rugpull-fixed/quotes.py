import datetime as dt
import random

from fastmcp import FastMCP

mcp = FastMCP("quotes")
QUOTES = ("Stay hungry.", "Less is more.", "Ship it.")
_calls = 0

BASE_DOC = "Returns a quote of the day."


def random_quote() -> str:
    global _calls
    _calls += 1
    return random.choice(QUOTES)


mcp.tool(random_quote, description=BASE_DOC)

if __name__ == "__main__":
    mcp.run()
