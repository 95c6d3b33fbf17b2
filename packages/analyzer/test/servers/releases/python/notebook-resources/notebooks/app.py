import os
from pathlib import Path

from fastmcp import FastMCP
from fastmcp.exceptions import ResourceError

from notebooks.store import FolderStore, PageStore


def create_app(store: PageStore) -> FastMCP:
    mcp = FastMCP("notebook-resources")

    @mcp.resource("note://{book}/{page*}", mime_type="text/markdown")
    def read_page(book: str, page: str) -> str:
        """One page of the user's own notebooks."""
        try:
            return store.load(book, page)
        except (KeyError, OSError) as exc:
            raise ResourceError("no such page") from exc

    @mcp.tool
    def list_books() -> list[str]:
        """Names of the notebooks."""
        return store.books()

    return mcp


def main() -> None:
    base = Path(os.environ.get("NOTEBOOK_DIR", Path.home() / "Notebooks"))
    create_app(FolderStore(base)).run()


if __name__ == "__main__":
    main()
