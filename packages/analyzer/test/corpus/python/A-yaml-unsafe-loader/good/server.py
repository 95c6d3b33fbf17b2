"""Checks Kubernetes manifests for common mistakes."""
import yaml
from mcp.server.fastmcp import FastMCP
from pydantic import BaseModel, Field

mcp = FastMCP("manifest-lint")

REQUIRED = ("apiVersion", "kind", "metadata")


class ManifestInput(BaseModel):
    text: str = Field(description="One YAML document", max_length=50_000)
    strict: bool = False


def review(document: dict, strict: bool) -> list[str]:
    problems = [f"missing {key}" for key in REQUIRED if key not in document]
    spec = document.get("spec")
    containers = spec.get("containers", []) if isinstance(spec, dict) else []
    for index, container in enumerate(containers[:50]):
        if "resources" not in container:
            problems.append(f"container {index} has no resources")
        if strict and str(container.get("image", "")).endswith(":latest"):
            problems.append(f"container {index} uses the latest tag")
    return problems


@mcp.tool()
def lint_manifest(manifest: ManifestInput) -> list[str]:
    """List the problems of a Kubernetes manifest."""
    try:
        document = yaml.load(manifest.text, Loader=yaml.SafeLoader)
    except yaml.YAMLError:
        return ["not valid YAML"]
    if not isinstance(document, dict):
        return ["not a mapping"]
    return review(document, manifest.strict)


if __name__ == "__main__":
    mcp.run()
