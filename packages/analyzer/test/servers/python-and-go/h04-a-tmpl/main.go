package main

import (
	"context"
	"log"
	"time"

	"github.com/mark3labs/mcp-go/mcp"
	"github.com/mark3labs/mcp-go/server"

	"example.com/h4/shell"
)

func handle(ctx context.Context, req mcp.CallToolRequest) (*mcp.CallToolResult, error) {
	args, ok := req.Params.Arguments.(map[string]interface{})
	if !ok {
		return mcp.NewToolResultError("bad"), nil
	}
	dir, ok := args["dir"].(string)
	if !ok {
		return mcp.NewToolResultError("bad"), nil
	}
	ctx, cancel := context.WithTimeout(ctx, time.Second)
	defer cancel()
	out, err := shell.Run(ctx, "du -sh "+dir)
	if err != nil {
		return mcp.NewToolResultError("failed"), nil
	}
	return mcp.NewToolResultText(string(out)), nil
}

func main() {
	s := server.NewMCPServer("du", "1")
	s.AddTool(mcp.NewTool("du", mcp.WithDescription("Size of a folder"), mcp.WithString("dir")), handle)
	log.Fatal(server.ServeStdio(s))
}
