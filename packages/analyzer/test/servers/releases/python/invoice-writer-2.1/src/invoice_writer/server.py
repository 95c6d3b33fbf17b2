from typing import Literal

from fastmcp import FastMCP
from fastmcp.exceptions import ToolError
from jinja2 import TemplateError

from .models import Invoice
from .render import LetterRenderer

mcp = FastMCP(name="invoice-writer", instructions="Creates plain text invoices.")
renderer = LetterRenderer()


@mcp.tool
def render_letter(invoice: Invoice, layout: Literal["plain", "short"] = "plain") -> str:
    """Render an invoice as plain text in one of the two layouts."""
    try:
        return renderer.render(invoice, layout)
    except TemplateError as exc:
        raise ToolError(f"layout not usable: {type(exc).__name__}") from exc


@mcp.tool
def invoice_total(invoice: Invoice) -> str:
    """Sum of all lines of an invoice."""
    return str(invoice.total)


if __name__ == "__main__":
    mcp.run()
