package main

import (
	"context"
	"log"
	"os/exec"
	"time"

	"github.com/mark3labs/mcp-go/mcp"
	"github.com/mark3labs/mcp-go/server"
)

var known = []string{"gofmt", "golint"}

type FormatInput struct {
	Tool string `json:"tool"`
	Code string `json:"code"`
}

func handleFormat(ctx context.Context, request mcp.CallToolRequest) (*mcp.CallToolResult, error) {
	args := request.GetArguments()
	name, ok := args["formatter"].(string)
	if !ok {
		return mcp.NewToolResultError("formatter is required"), nil
	}
	ctx, cancel := context.WithTimeout(ctx, 5*time.Second)
	defer cancel()
	cmd := exec.CommandContext(ctx, name, "-l", ".")
	out, err := cmd.Output()
	if err != nil {
		return mcp.NewToolResultError("formatter failed"), nil
	}
	return mcp.NewToolResultText(string(out)), nil
}

func main() {
	s := server.NewMCPServer("fmt", "0.1.0")
	s.AddTool(mcp.NewTool("format", mcp.WithDescription("List unformatted files"), mcp.WithString("formatter", mcp.Required())), handleFormat)
	if err := server.ServeStdio(s); err != nil {
		log.Fatal(err)
	}
}
