from typing import Any

from jinja2 import Environment, BaseLoader
from mcp.server.fastmcp import FastMCP
from pydantic import BaseModel, Field

mcp = FastMCP("letter-writer")
env = Environment(loader=BaseLoader(), autoescape=True)


class Letter(BaseModel):
    template: str = Field(max_length=4000, description="Body of the letter with {{ placeholders }}")
    fields: dict[str, Any] = Field(default_factory=dict)


@mcp.tool()
def render_letter(letter: Letter) -> str:
    """Fill a letter."""
    tpl = env.from_string(letter.template)
    return tpl.render(**letter.fields)


if __name__ == "__main__":
    mcp.run(transport="stdio")
