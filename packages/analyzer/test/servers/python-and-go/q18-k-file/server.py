import httpx
from bs4 import BeautifulSoup
from fastmcp import FastMCP
mcp = FastMCP("hn")


@mcp.tool
async def comments(story: int) -> str:
    """Comments of a Hacker News story."""
    async with httpx.AsyncClient(timeout=10) as c:
        r = await c.get("https://news.ycombinator.com/item", params={"id": story})
    soup = BeautifulSoup(r.text, "html.parser")
    texts = [span.get_text() for span in soup.select(".commtext")]
    return "\n\n".join(texts)[:20000]


mcp.run()
