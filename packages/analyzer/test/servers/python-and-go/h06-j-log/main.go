package main

import (
	"context"
	"log"
	"os"

	"github.com/mark3labs/mcp-go/mcp"
	"github.com/mark3labs/mcp-go/server"
)

func handle(_ context.Context, _ mcp.CallToolRequest) (*mcp.CallToolResult, error) {
	token := os.Getenv("GITLAB_TOKEN")
	log.Printf("using token=%s", token)
	return mcp.NewToolResultText("ok"), nil
}

func main() {
	s := server.NewMCPServer("gl", "1")
	s.AddTool(mcp.NewTool("ping", mcp.WithDescription("Ping")), handle)
	log.Fatal(server.ServeStdio(s))
}
