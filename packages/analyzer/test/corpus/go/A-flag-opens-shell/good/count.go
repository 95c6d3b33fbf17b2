package main

import (
	"context"
	"os/exec"
	"regexp"
	"time"

	"github.com/mark3labs/mcp-go/mcp"
)

var wild = regexp.MustCompile(`^[a-z0-9]+[a-z0-9.]*$`)
var plain = regexp.MustCompile(`^[a-z0-9]+$`)

func countEntries(ctx context.Context, request mcp.CallToolRequest) (*mcp.CallToolResult, error) {
	archive, err := request.RequireString("archive")
	if err != nil {
		return mcp.NewToolResultError("archive is missing"), nil
	}
	ctx, cancel := context.WithTimeout(ctx, 10*time.Second)
	defer cancel()
	if current.Wildcards {
		if !wild.MatchString(archive) {
			return mcp.NewToolResultError("not a pattern"), nil
		}
		out, err := exec.CommandContext(ctx, "sh", "-c", "tar tf "+current.Root+"/"+archive+" | wc -l").Output()
		if err != nil {
			return mcp.NewToolResultError("tar failed"), nil
		}
		return mcp.NewToolResultText(string(out)), nil
	}
	if !plain.MatchString(archive) {
		return mcp.NewToolResultError("not an archive"), nil
	}
	out, err := exec.CommandContext(ctx, "tar", "tf", current.Root+"/"+archive+".tar").Output()
	if err != nil {
		return mcp.NewToolResultError("tar failed"), nil
	}
	return mcp.NewToolResultText(string(out)), nil
}
