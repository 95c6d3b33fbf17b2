import contextlib
import logging
import os

import uvicorn
from mcp.server.fastmcp import FastMCP
from mcp.server.transport_security import TransportSecuritySettings
from mcp.types import ToolAnnotations
from starlette.applications import Starlette
from starlette.responses import PlainTextResponse
from starlette.routing import Mount, Route

from crm.db import Customers

logging.basicConfig(level=logging.INFO)
HOST = os.environ["CRM_HOST"]
PORT = int(os.environ.get("CRM_PORT", "8443"))

customers = Customers(os.environ.get("CRM_DB", "/var/lib/crm/crm.sqlite"))
mcp = FastMCP(
    "crm",
    stateless_http=True,
    transport_security=TransportSecuritySettings(
        enable_dns_rebinding_protection=True,
        allowed_hosts=[f"{HOST}:{PORT}"],
        allowed_origins=[f"https://{HOST}:{PORT}"],
    ),
)


@mcp.tool(annotations=ToolAnnotations(readOnlyHint=True))
def find_customer(name: str) -> list[dict]:
    """Customers whose name contains the text, with mail, phone and revenue."""
    return customers.find(name)


@mcp.tool(annotations=ToolAnnotations(destructiveHint=True))
def delete_customer(customer_id: int) -> str:
    """Remove a customer for good."""
    logging.info("delete_customer %d", customer_id)
    return "deleted" if customers.remove(customer_id) else "no such customer"


async def health(_request):
    return PlainTextResponse("ok")


@contextlib.asynccontextmanager
async def lifespan(_app):
    async with mcp.session_manager.run():
        yield


app = Starlette(
    routes=[Route("/healthz", health), Mount("/", app=mcp.streamable_http_app())],
    lifespan=lifespan,
)

if __name__ == "__main__":
    uvicorn.run(app, host=HOST, port=PORT, ssl_certfile=os.environ["CRM_CERT"], ssl_keyfile=os.environ["CRM_KEY"])
