package main

import (
	"context"
	"fmt"
	"log"

	"github.com/mark3labs/mcp-go/mcp"
	"github.com/mark3labs/mcp-go/server"

	"example.com/linkcheck/pkg/check"
)

func main() {
	c := check.New()
	s := server.NewMCPServer("linkcheck", "1.1.0")
	tool := mcp.NewTool("check_link", mcp.WithDescription("HTTP status of one link of the document"), mcp.WithString("link", mcp.Required()))
	s.AddTool(tool, func(ctx context.Context, request mcp.CallToolRequest) (*mcp.CallToolResult, error) {
		link, ok := request.Params.Arguments.(map[string]any)["link"].(string)
		if !ok {
			return mcp.NewToolResultError("link must be a string"), nil
		}
		status, err := c.Status(ctx, link)
		if err != nil {
			return mcp.NewToolResultError("request failed"), nil
		}
		return mcp.NewToolResultText(fmt.Sprint(status)), nil
	})
	if err := server.ServeStdio(s); err != nil {
		log.Fatal(err)
	}
}
