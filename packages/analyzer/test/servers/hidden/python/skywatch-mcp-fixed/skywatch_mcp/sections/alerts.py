"""Tools on alert rules."""

from __future__ import annotations

from typing import Annotated

from fastmcp import FastMCP
from pydantic import Field

from ..client import open_client
from ..config import get_config
from ..models import AlertEvent, AlertRule
from .checks import Region

alerts: FastMCP = FastMCP("alerts")


@alerts.tool(name="list", annotations={"readOnlyHint": True})
async def list_rules(region: Region = None) -> list[AlertRule]:
    """Alert rules of a region."""
    async with open_client(get_config()) as client:
        rows = await client.get(region, "alerts", limit=100)
    return [AlertRule.model_validate(row) for row in rows["items"][:100]]


@alerts.tool(name="history", annotations={"readOnlyHint": True})
async def history(rule_id: Annotated[int, Field(ge=1)], region: Region = None) -> list[AlertEvent]:
    """When a rule was raised and cleared."""
    async with open_client(get_config()) as client:
        rows = await client.get(region, "alerts", rule_id, "events", limit=100)
    return [AlertEvent.model_validate(row) for row in rows["items"][:100]]


@alerts.tool(name="silence")
async def silence(
    rule_id: Annotated[int, Field(ge=1)],
    minutes: Annotated[int, Field(ge=5, le=1440)],
    region: Region = None,
) -> AlertRule:
    """Silence a rule for some minutes."""
    async with open_client(get_config()) as client:
        row = await client.post(region, "alerts", rule_id, "silence", body={"minutes": minutes})
    return AlertRule.model_validate(row)
