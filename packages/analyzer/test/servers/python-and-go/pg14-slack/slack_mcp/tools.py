from abc import ABC, abstractmethod
from typing import Any, ClassVar

from pydantic import BaseModel, Field
from slack_sdk.errors import SlackApiError
from slack_sdk.web.async_client import AsyncWebClient


class ToolBase(ABC):
    name: ClassVar[str]
    description: ClassVar[str]
    Args: ClassVar[type[BaseModel]]

    def __init__(self, client: AsyncWebClient):
        self.client = client

    @abstractmethod
    async def run(self, args: Any) -> str: ...


class PostMessage(ToolBase):
    name = "slack_post_message"
    description = "Post a message to a channel"

    class Args(BaseModel):
        channel: str = Field(pattern=r"^[CG][A-Z0-9]{8,12}$")
        text: str = Field(max_length=4000)

    async def run(self, args: "PostMessage.Args") -> str:
        try:
            result = await self.client.chat_postMessage(channel=args.channel, text=args.text)
        except SlackApiError as err:
            return f"Slack refused the message: {err.response['error']}"
        return f"posted at {result['ts']}"


class ListChannels(ToolBase):
    name = "slack_list_channels"
    description = "List the public channels"

    class Args(BaseModel):
        limit: int = Field(default=100, ge=1, le=200)

    async def run(self, args: "ListChannels.Args") -> str:
        result = await self.client.conversations_list(limit=args.limit, exclude_archived=True)
        return "\n".join(f"{c['id']} {c['name']}" for c in result["channels"])


ALL = (PostMessage, ListChannels)
