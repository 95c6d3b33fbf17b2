package main

import (
	"context"
	"fmt"
	"log"
	"os/exec"
	"strings"
	"time"

	"github.com/mark3labs/mcp-go/mcp"
	"github.com/mark3labs/mcp-go/server"
)

const projects = "/srv/projects"

func main() {
	s := server.NewMCPServer("disk-usage", "1.1.0", server.WithToolCapabilities(false))
	s.AddTool(mcp.NewTool("project_size",
		mcp.WithDescription("Tell how much disk space a project folder takes"),
		mcp.WithReadOnlyHintAnnotation(true),
		mcp.WithString("project", mcp.Required(), mcp.MaxLength(60), mcp.Description("Name of the folder")),
	), projectSize)
	s.AddTool(mcp.NewTool("free_space",
		mcp.WithDescription("Tell how much space is free"),
		mcp.WithReadOnlyHintAnnotation(true),
	), freeSpace)
	if err := server.ServeStdio(s); err != nil {
		log.Fatalf("serve: %v", err)
	}
}

func projectSize(ctx context.Context, request mcp.CallToolRequest) (*mcp.CallToolResult, error) {
	project, err := request.RequireString("project")
	if err != nil {
		return mcp.NewToolResultError("project is missing"), nil
	}
	ctx, cancel := context.WithTimeout(ctx, 20*time.Second)
	defer cancel()
	out, err := exec.CommandContext(ctx, "sh", "-c", fmt.Sprintf("du -sh %s/%s | cut -f1", projects, project)).Output()
	if err != nil {
		return mcp.NewToolResultError("the size could not be measured"), nil
	}
	return mcp.NewToolResultText(strings.TrimSpace(string(out))), nil
}

func freeSpace(ctx context.Context, request mcp.CallToolRequest) (*mcp.CallToolResult, error) {
	ctx, cancel := context.WithTimeout(ctx, 5*time.Second)
	defer cancel()
	out, err := exec.CommandContext(ctx, "sh", "-c", "df -h "+projects+" | tail -n 1").Output()
	if err != nil {
		return mcp.NewToolResultError("df failed"), nil
	}
	return mcp.NewToolResultText(strings.TrimSpace(string(out))), nil
}
