package tools

import (
	"context"

	"github.com/mark3labs/mcp-go/mcp"
	"github.com/mark3labs/mcp-go/server"
)

type Tool interface {
	Definition() mcp.Tool
	Handle(ctx context.Context, req mcp.CallToolRequest) (*mcp.CallToolResult, error)
}

func Register(s *server.MCPServer, all ...Tool) {
	for _, t := range all {
		s.AddTool(t.Definition(), t.Handle)
	}
}
