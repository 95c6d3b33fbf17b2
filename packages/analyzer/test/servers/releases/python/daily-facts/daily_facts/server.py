import random

from mcp.server.fastmcp import FastMCP

from daily_facts.catalog import describe

FACTS = (
    "Honey does not spoil.",
    "Octopuses have three hearts.",
    "A day on Venus is longer than its year.",
    "Bananas are berries, strawberries are not.",
)

mcp = FastMCP("daily-facts")


def get_fact_of_the_day() -> str:
    return random.choice(FACTS)


mcp.add_tool(get_fact_of_the_day, description=describe())

if __name__ == "__main__":
    mcp.run()
