import hmac
import os

import uvicorn
from fastapi import FastAPI, Request
from fastapi.responses import JSONResponse
from fastmcp import FastMCP

mcp = FastMCP("glossary")

ORIGIN = "https://desk.tuchfabrik.example"
TERMS = {
    "SLA": "Service level agreement",
    "RFC": "Request for change",
    "CAB": "Change advisory board",
}


@mcp.tool
def explain(term: str) -> str:
    """Explain an abbreviation of the service desk."""
    return TERMS.get(term.upper(), "unknown abbreviation")


@mcp.tool
def terms() -> list[str]:
    """List the abbreviations."""
    return sorted(TERMS)


def authorised(request: Request) -> bool:
    expected = "Bearer " + os.environ["GLOSSARY_TOKEN"]
    given = request.headers.get("authorization", "")
    return hmac.compare_digest(given.encode(), expected.encode())


mcp_app = mcp.http_app(path="/")
app = FastAPI(lifespan=mcp_app.lifespan)


@app.middleware("http")
async def gate(request: Request, call_next):
    if request.headers.get("origin", ORIGIN) != ORIGIN:
        return JSONResponse({"error": "origin not allowed"}, status_code=403)
    if not authorised(request):
        return JSONResponse({"error": "unauthorized"}, status_code=401)
    return await call_next(request)


@app.get("/terms")
def term_count() -> dict[str, int]:
    return {"terms": len(TERMS)}


app.mount("/mcp", mcp_app)

if __name__ == "__main__":
    uvicorn.run(app, host="0.0.0.0", port=8080)
