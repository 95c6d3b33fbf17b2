import aiofiles.os
from pathlib import PurePath
from .base import Tool


class RemoveTool(Tool):
    name = "remove_draft"
    description = "Remove a draft"

    async def execute(self, draft: str, **_):
        await aiofiles.os.remove(str(PurePath("/srv/drafts") / draft))
        return "removed"
