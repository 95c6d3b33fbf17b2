from mcp.server.fastmcp import FastMCP

from csvtools.service import CsvService


def create_server() -> FastMCP:
    mcp = FastMCP("csv")
    service = CsvService()
    mcp.add_tool(service.summary, name="csv_summary", description="Sum of a column")
    return mcp


if __name__ == "__main__":
    create_server().run()
