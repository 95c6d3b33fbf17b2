package main

import (
	"bufio"
	"context"
	"fmt"
	"log"
	"os"
	"path/filepath"
	"strings"

	"github.com/mark3labs/mcp-go/mcp"
	"github.com/mark3labs/mcp-go/server"
)

const root = "/srv/logs"

func main() {
	s := server.NewMCPServer("log-lines", "0.9.1")
	s.AddTool(mcp.NewTool("count_lines",
		mcp.WithDescription("Count the lines of a log file below "+root),
		mcp.WithString("file", mcp.Required(), mcp.Description("Path of the file, for example web/access.log")),
	), countLines)
	if err := server.ServeStdio(s); err != nil {
		log.Fatal(err)
	}
}

func countLines(ctx context.Context, request mcp.CallToolRequest) (*mcp.CallToolResult, error) {
	name := request.GetString("file", "")
	path := filepath.Clean(filepath.Join(root, name))
	if !strings.HasPrefix(path, root) {
		return mcp.NewToolResultError("outside of the log folder"), nil
	}
	file, err := os.Open(path)
	if err != nil {
		return mcp.NewToolResultError("the file cannot be opened"), nil
	}
	defer file.Close()
	lines := 0
	scanner := bufio.NewScanner(file)
	for scanner.Scan() {
		lines++
	}
	if scanner.Err() != nil {
		return mcp.NewToolResultError("the file cannot be read"), nil
	}
	return mcp.NewToolResultText(fmt.Sprintf("%d lines", lines)), nil
}
