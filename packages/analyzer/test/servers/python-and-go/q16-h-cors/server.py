import os, hmac, uvicorn
from fastapi import FastAPI, Request, HTTPException, Depends
from fastapi.middleware.cors import CORSMiddleware
from fastmcp import FastMCP

mcp = FastMCP("m")


@mcp.tool
def add(a: int, b: int) -> int:
    """Add."""
    return a + b


def auth(request: Request):
    if not hmac.compare_digest(request.headers.get("x-token", ""), os.environ["TOKEN"]):
        raise HTTPException(401)


mcp_app = mcp.http_app(path="/mcp")
app = FastAPI(lifespan=mcp_app.lifespan, dependencies=[Depends(auth)])
app.add_middleware(CORSMiddleware, allow_origins=["*"], allow_credentials=True, allow_methods=["*"])
app.mount("/", mcp_app)

if __name__ == "__main__":
    uvicorn.run(app, host="127.0.0.1", port=8000)
