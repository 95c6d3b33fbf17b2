import yaml
from mcp.server.fastmcp import FastMCP
mcp = FastMCP("k8s-lint")


@mcp.tool()
def lint(manifest: str) -> list[str]:
    """Lint a manifest."""
    problems = []
    for doc in yaml.load_all(manifest, Loader=yaml.Loader):
        if "kind" not in doc:
            problems.append("kind is missing")
    return problems


mcp.run()
