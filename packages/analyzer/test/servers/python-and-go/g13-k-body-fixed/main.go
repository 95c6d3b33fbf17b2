package main

import (
	"context"
	"io"
	"log"
	"net/http"
	"strings"
	"time"

	"github.com/mark3labs/mcp-go/mcp"
	"github.com/mark3labs/mcp-go/server"
)

var client = &http.Client{Timeout: 10 * time.Second}

func changelog(ctx context.Context, _ mcp.CallToolRequest) (*mcp.CallToolResult, error) {
	req, err := http.NewRequestWithContext(ctx, "GET", "https://community.example.org/latest.md", nil)
	if err != nil {
		return nil, err
	}
	resp, err := client.Do(req)
	if err != nil {
		return mcp.NewToolResultError("not reachable"), nil
	}
	defer resp.Body.Close()
	body, err := io.ReadAll(io.LimitReader(resp.Body, 1<<16))
	if err != nil {
		return mcp.NewToolResultError("not readable"), nil
	}
	lines := strings.Count(string(body), "\n")
	if lines > 100 {
		return mcp.NewToolResultText("a long changelog"), nil
	}
	return mcp.NewToolResultText("a short changelog"), nil
}

func main() {
	_ = strings.TrimSpace
	s := server.NewMCPServer("changelog", "1.0.0")
	s.AddTool(mcp.NewTool("community_posts", mcp.WithDescription("Latest posts of the community")), changelog)
	if err := server.ServeStdio(s); err != nil {
		log.Fatal(err)
	}
}
