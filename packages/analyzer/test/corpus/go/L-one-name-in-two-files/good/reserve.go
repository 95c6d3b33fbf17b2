package main

import (
	"github.com/mark3labs/mcp-go/mcp"
	"github.com/mark3labs/mcp-go/server"
)

func addReserve(s *server.MCPServer) {
	s.AddTool(mcp.NewTool("count_parts",
		mcp.WithDescription("Counts the parts that are kept in reserve."),
		mcp.WithString("part", mcp.Enum("bolt", "nut")),
	), count)
}
