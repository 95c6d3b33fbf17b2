import asyncio
import json
import re
from enum import Enum

from mcp.server.fastmcp import FastMCP
from pydantic import BaseModel, Field, field_validator

mcp = FastMCP("docker")
ID = re.compile(r"[a-zA-Z0-9][a-zA-Z0-9_.-]{0,127}")


class Action(str, Enum):
    start = "start"
    stop = "stop"
    restart = "restart"


class Container(BaseModel):
    name: str = Field(max_length=128)

    @field_validator("name")
    @classmethod
    def check(cls, v: str) -> str:
        if not ID.fullmatch(v):
            raise ValueError("invalid container name")
        return v


async def docker(*args: str, timeout: float = 20) -> str:
    proc = await asyncio.create_subprocess_exec("docker", *args, stdout=asyncio.subprocess.PIPE, stderr=asyncio.subprocess.PIPE)
    try:
        out, err = await asyncio.wait_for(proc.communicate(), timeout)
    except asyncio.TimeoutError:
        proc.kill()
        await proc.wait()
        raise RuntimeError("docker did not answer in time") from None
    if proc.returncode:
        raise RuntimeError("docker failed")
    return out.decode("utf-8", "replace")


@mcp.tool()
async def containers() -> list[dict]:
    """Running containers."""
    out = await docker("ps", "--format", "{{json .}}")
    rows = [json.loads(line) for line in out.splitlines()]
    return [{"id": r["ID"], "image": r["Image"]} for r in rows]


@mcp.tool()
async def control(container: Container, action: Action) -> str:
    """Start, stop or restart a container."""
    await docker(action.value, "--", container.name)
    return f"{action.value} done"


@mcp.tool()
async def stats(container: Container) -> dict:
    """CPU and memory of a container."""
    out = await docker("stats", "--no-stream", "--format", "{{json .}}", container.name)
    row = json.loads(out)
    return {"cpu": row["CPUPerc"], "memory": row["MemUsage"]}


if __name__ == "__main__":
    mcp.run()
