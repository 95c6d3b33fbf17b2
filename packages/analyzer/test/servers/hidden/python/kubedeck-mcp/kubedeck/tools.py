from __future__ import annotations

from typing import Annotated

from mcp.server.fastmcp import FastMCP
from mcp.server.transport_security import TransportSecuritySettings
from pydantic import Field

from . import summaries
from .config import Config
from .kubectl import Kubectl

Namespace = Annotated[str, Field(max_length=63)]


def build(config: Config, kubectl: Kubectl) -> FastMCP:
    hosts = [f"127.0.0.1:{config.port}", f"localhost:{config.port}"]
    mcp = FastMCP(
        "kubedeck",
        stateless_http=True,
        transport_security=TransportSecuritySettings(
            enable_dns_rebinding_protection=True,
            allowed_hosts=hosts,
            allowed_origins=[f"http://{host}" for host in hosts],
        ),
    )

    @mcp.tool()
    def namespaces() -> list[str]:
        """Namespaces that can be looked at."""
        return sorted(config.namespaces)

    @mcp.tool()
    async def pods(namespace: Namespace) -> list[dict]:
        """Pods with phase and restarts."""
        return [summaries.pod(item) for item in (await kubectl.items("pods", namespace))[:300]]

    @mcp.tool()
    async def deployments(namespace: Namespace) -> list[dict]:
        """Deployments with replicas."""
        return [summaries.deployment(item) for item in (await kubectl.items("deployments.apps", namespace))[:300]]

    @mcp.tool()
    async def events(namespace: Namespace) -> list[dict]:
        """The latest events: object, reason and count."""
        return [summaries.event(item) for item in (await kubectl.items("events", namespace))[-100:]]

    @mcp.tool()
    async def pod_logs(namespace: Namespace, pod: str, lines: Annotated[int, Field(ge=1, le=500)] = 100) -> str:
        """The end of the log of a pod."""
        return summaries.log_text(await kubectl.logs(namespace, pod, lines))

    @mcp.tool()
    async def restart_deployment(namespace: Namespace, deployment: str) -> str:
        """Restart a deployment which the operator has listed for restarts."""
        await kubectl.restart(namespace, deployment)
        return "restart requested"

    return mcp
