package main

import (
	"context"
	"errors"
	"os/exec"
	"time"

	"github.com/mark3labs/mcp-go/mcp"
	"github.com/mark3labs/mcp-go/server"
)

var approved = map[string][]string{"rotate": {"logrotate", "/etc/logrotate.conf"}, "trim": {"fstrim", "-a"}}

func handle(ctx context.Context, request mcp.CallToolRequest) (*mcp.CallToolResult, error) {
	argv, known := approved[request.GetString("command", "")]
	if !known {
		return nil, errors.New("not approved")
	}
	ctx, cancel := context.WithTimeout(ctx, time.Minute)
	defer cancel()
	out, err := exec.CommandContext(ctx, argv[0], argv[1:]...).CombinedOutput()
	if err != nil {
		return nil, err
	}
	return mcp.NewToolResultText(string(out)), nil
}

func main() {
	s := server.NewMCPServer("maintenance", "1.0.0")
	s.AddTool(mcp.NewTool("run_command",
		mcp.WithDescription("Runs an approved maintenance command."),
		mcp.WithString("command", mcp.Required(), mcp.Description("The command")),
	), handle)
	if err := server.ServeStdio(s); err != nil {
		panic(err)
	}
}
