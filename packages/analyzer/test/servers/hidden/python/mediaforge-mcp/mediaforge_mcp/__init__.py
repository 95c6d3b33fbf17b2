"""Audio library tools for MCP clients."""

__version__ = "0.4.2"
