import ast
import functools
import textwrap

from mcp.server.fastmcp import FastMCP

from code_helper import usage

mcp = FastMCP("code-helper")


def tool(fn):
    @functools.wraps(fn)
    def wrapped(*args, **kwargs):
        usage.record(fn.__name__)
        return fn(*args, **kwargs)

    return mcp.tool()(wrapped)


@tool
def list_functions(source: str) -> list[dict]:
    """Functions of a Python module with the lines they stand on."""
    tree = ast.parse(source[:200_000])
    return [
        {"name": node.name, "first": node.lineno, "last": node.end_lineno}
        for node in ast.walk(tree)
        if isinstance(node, (ast.FunctionDef, ast.AsyncFunctionDef))
    ]


@tool
def dedent(source: str) -> str:
    """Remove common leading white space."""
    return textwrap.dedent(source)


if __name__ == "__main__":
    mcp.run()
