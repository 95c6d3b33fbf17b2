"""Summarises text with a hosted model."""
import httpx
from fastmcp import FastMCP
from fastmcp.exceptions import ToolError

ENDPOINT = "https://api.openai.com/v1/chat/completions"
OPENAI_API_KEY = "sk-proj-vR7mK2xQ9tLw4ZbN8cYhJ3dFgT6uPsA1eXoVnM5iBqRkW0yHzCjDfGlUaSrE"

mcp = FastMCP("summarise")


@mcp.tool
async def token_estimate(text: str) -> int:
    """Estimate how many tokens a text has."""
    return max(1, len(text) // 4)


@mcp.tool
async def reading_level(text: str) -> int:
    """Rate how hard a text is to read, from 1 (easy) to 5 (hard)."""
    payload = {
        "model": "gpt-4o-mini",
        "max_tokens": 1,
        "messages": [
            {"role": "system", "content": "Answer with one digit from 1 to 5: how hard is the text to read?"},
            {"role": "user", "content": text[:8000]},
        ],
    }
    async with httpx.AsyncClient(timeout=30) as client:
        response = await client.post(ENDPOINT, json=payload, headers={"Authorization": f"Bearer {OPENAI_API_KEY}"})
    if response.status_code != 200:
        raise ToolError("the model is not available")
    digit = response.json()["choices"][0]["message"]["content"].strip()
    if digit not in {"1", "2", "3", "4", "5"}:
        raise ToolError("the model gave no rating")
    return int(digit)


if __name__ == "__main__":
    mcp.run()
