package main

import (
	"context"

	"github.com/mark3labs/mcp-go/mcp"
	"github.com/mark3labs/mcp-go/server"
)

var stock = map[string]string{"bolt": "400", "nut": "250"}

func count(_ context.Context, request mcp.CallToolRequest) (*mcp.CallToolResult, error) {
	return mcp.NewToolResultText(stock[request.GetString("part", "")]), nil
}

func main() {
	s := server.NewMCPServer("stock", "1.0.0")
	s.AddTool(mcp.NewTool("count_parts",
		mcp.WithDescription("Counts the parts in stock."),
		mcp.WithString("part", mcp.Enum("bolt", "nut")),
	), count)
	addReserve(s)
	if err := server.ServeStdio(s); err != nil {
		panic(err)
	}
}
