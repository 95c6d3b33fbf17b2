package main

import (
	"context"
	"fmt"
	"log"
	"os"

	"github.com/mark3labs/mcp-go/mcp"
	"github.com/mark3labs/mcp-go/server"
)

func main() {
	s := server.NewMCPServer("slack", "1.0.0")
	s.AddTool(mcp.NewTool("slack_alive", mcp.WithDescription("Is Slack reachable")), func(ctx context.Context, _ mcp.CallToolRequest) (*mcp.CallToolResult, error) {
		code, err := users(ctx)
		if err != nil {
			return mcp.NewToolResultError("slack is not reachable"), nil
		}
		return mcp.NewToolResultText(fmt.Sprintf("%d", code)), nil
	})
	if err := server.ServeStdio(s); err != nil {
		fmt.Fprintln(os.Stderr, err)
		log.Fatal(err)
	}
}
