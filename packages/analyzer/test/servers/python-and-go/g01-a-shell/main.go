package main

import (
	"context"
	"fmt"
	"log"
	"os/exec"
	"time"

	"github.com/mark3labs/mcp-go/mcp"
	"github.com/mark3labs/mcp-go/server"
)

func main() {
	s := server.NewMCPServer("sysmon", "1.0.0", server.WithToolCapabilities(false))
	tool := mcp.NewTool("service_status",
		mcp.WithDescription("Status of a systemd unit"),
		mcp.WithString("unit", mcp.Required(), mcp.Description("Name of the unit"), mcp.MaxLength(64)),
	)
	s.AddTool(tool, serviceStatus)
	if err := server.ServeStdio(s); err != nil {
		log.Fatal(err)
	}
}

func serviceStatus(ctx context.Context, req mcp.CallToolRequest) (*mcp.CallToolResult, error) {
	unit, err := req.RequireString("unit")
	if err != nil {
		return mcp.NewToolResultError(err.Error()), nil
	}
	ctx, cancel := context.WithTimeout(ctx, 10*time.Second)
	defer cancel()
	script := fmt.Sprintf("systemctl status --no-pager %s | head -n 20", unit)
	out, err := exec.CommandContext(ctx, "/bin/sh", "-c", script).CombinedOutput()
	if err != nil {
		return mcp.NewToolResultError(fmt.Sprintf("systemctl failed: %v", err)), nil
	}
	return mcp.NewToolResultText(string(out)), nil
}
