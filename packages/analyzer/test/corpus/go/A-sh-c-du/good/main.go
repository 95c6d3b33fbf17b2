package main

import (
	"context"
	"fmt"
	"log"
	"os/exec"
	"regexp"
	"strings"
	"time"

	"github.com/mark3labs/mcp-go/mcp"
	"github.com/mark3labs/mcp-go/server"
)

const projects = "/srv/projects"

var projectName = regexp.MustCompile(`^[a-z0-9][a-z0-9_-]{0,60}$`)

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
	if !projectName.MatchString(project) {
		return mcp.NewToolResultError("not a project name"), nil
	}
	ctx, cancel := context.WithTimeout(ctx, 20*time.Second)
	defer cancel()
	out, err := exec.CommandContext(ctx, "du", "-sh", "--", projects+"/"+project).Output()
	if err != nil {
		return mcp.NewToolResultError("the size could not be measured"), nil
	}
	size, _, found := strings.Cut(string(out), "\t")
	if !found {
		return mcp.NewToolResultError("the size could not be read"), nil
	}
	return mcp.NewToolResultText(fmt.Sprintf("%s takes %s", project, size)), nil
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
