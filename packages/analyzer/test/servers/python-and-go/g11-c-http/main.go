package main

import (
	"context"
	"crypto/subtle"
	"log"
	"net/http"
	"os"
	"time"

	"github.com/mark3labs/mcp-go/mcp"
	"github.com/mark3labs/mcp-go/server"
)

func restart(ctx context.Context, _ mcp.CallToolRequest) (*mcp.CallToolResult, error) {
	if err := os.WriteFile("/run/app/restart", []byte("1"), 0o600); err != nil {
		return mcp.NewToolResultError("could not restart"), nil
	}
	return mcp.NewToolResultText("restarting"), nil
}

func main() {
	s := server.NewMCPServer("ops", "1.0.0")
	s.AddTool(mcp.NewTool("restart_app", mcp.WithDescription("Restart the application"), mcp.WithDestructiveHintAnnotation(true)), restart)
	srv := server.NewStreamableHTTPServer(s)
	if err := srv.Start("127.0.0.1:9000"); err != nil {
		log.Fatal(err)
	}
}
