"""Tools on uptime checks."""

from __future__ import annotations

from typing import Annotated

from fastmcp import FastMCP
from pydantic import Field

from ..client import open_client
from ..config import get_config
from ..models import Check, Sample

Region = Annotated[str | None, Field(max_length=120, description="region such as eu-west-1")]
CheckId = Annotated[int, Field(ge=1)]

checks: FastMCP = FastMCP("checks")


@checks.tool(name="list", annotations={"readOnlyHint": True})
async def list_checks(region: Region = None, limit: Annotated[int, Field(ge=1, le=200)] = 50) -> list[Check]:
    """Uptime checks of the account in a region."""
    async with open_client(get_config()) as client:
        rows = await client.get(region, "checks", limit=limit)
    return [Check.model_validate(row) for row in rows["items"][:limit]]


@checks.tool(name="results", annotations={"readOnlyHint": True})
async def results(check_id: CheckId, region: Region = None, hours: Annotated[int, Field(ge=1, le=72)] = 6) -> list[Sample]:
    """Results of one check during the last hours."""
    async with open_client(get_config()) as client:
        rows = await client.get(region, "checks", check_id, "results", hours=hours)
    return [Sample.model_validate(row) for row in rows["items"][:500]]


@checks.tool(name="pause")
async def pause(check_id: CheckId, region: Region = None) -> Check:
    """Pause a check."""
    async with open_client(get_config()) as client:
        return Check.model_validate(await client.post(region, "checks", check_id, "pause"))


@checks.tool(name="resume")
async def resume(check_id: CheckId, region: Region = None) -> Check:
    """Resume a paused check."""
    async with open_client(get_config()) as client:
        return Check.model_validate(await client.post(region, "checks", check_id, "resume"))
