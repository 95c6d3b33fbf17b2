import asyncio
import logging
import os

from mcp.server import NotificationOptions, Server
from mcp.server.models import InitializationOptions
from mcp.server.stdio import stdio_server
from mcp.types import TextContent, Tool
from slack_sdk.web.async_client import AsyncWebClient

from slack_mcp.tools import ALL

logger = logging.getLogger("slack-mcp")


class SlackServer:
    def __init__(self) -> None:
        client = AsyncWebClient(token=os.environ["SLACK_BOT_TOKEN"], timeout=15)
        self.tools = {cls.name: cls(client) for cls in ALL}
        self.server = Server("slack")
        self.server.list_tools()(self.list_tools)
        self.server.call_tool()(self.call_tool)

    async def list_tools(self) -> list[Tool]:
        return [Tool(name=t.name, description=t.description, inputSchema=t.Args.model_json_schema()) for t in self.tools.values()]

    async def call_tool(self, name: str, arguments: dict) -> list[TextContent]:
        tool = self.tools.get(name)
        if tool is None:
            raise ValueError(f"unknown tool {name}")
        logger.info("calling %s", name)
        text = await tool.run(tool.Args(**arguments))
        return [TextContent(type="text", text=text)]

    async def serve(self) -> None:
        options = InitializationOptions(server_name="slack", server_version="1.0.0", capabilities=self.server.get_capabilities(notification_options=NotificationOptions(), experimental_capabilities={}))
        async with stdio_server() as (read, write):
            await self.server.run(read, write, options)


def main() -> None:
    asyncio.run(SlackServer().serve())
