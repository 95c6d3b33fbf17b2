package main

import (
	"context"
	"errors"
	"os/exec"
	"strings"
	"time"

	"github.com/mark3labs/mcp-go/mcp"
	"github.com/mark3labs/mcp-go/server"
)

var forbidden = []string{"rm ", "curl", "|"}

func handle(ctx context.Context, request mcp.CallToolRequest) (*mcp.CallToolResult, error) {
	filter := request.GetString("filter", "")
	for _, word := range forbidden {
		if strings.Contains(filter, word) {
			return nil, errors.New("refused")
		}
	}
	ctx, cancel := context.WithTimeout(ctx, 10*time.Second)
	defer cancel()
	out, err := exec.CommandContext(ctx, "sh", "-c", "grep -c "+filter+" report.txt").Output()
	if err != nil {
		return nil, err
	}
	return mcp.NewToolResultText(string(out)), nil
}

func main() {
	s := server.NewMCPServer("reports", "1.0.0")
	s.AddTool(mcp.NewTool("count_lines",
		mcp.WithDescription("Counts the lines of the report."),
		mcp.WithString("filter", mcp.Required(), mcp.Description("A word")),
	), handle)
	if err := server.ServeStdio(s); err != nil {
		panic(err)
	}
}
