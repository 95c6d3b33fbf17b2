"""Media conversion over MCP."""
