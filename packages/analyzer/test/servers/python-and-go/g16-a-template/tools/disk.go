package tools

import (
	"bytes"
	"context"
	"errors"
	"os/exec"
	"time"

	"github.com/mark3labs/mcp-go/mcp"
)

type DiskUsage struct{}

func (DiskUsage) Definition() mcp.Tool {
	return mcp.NewTool("disk_usage", mcp.WithDescription("Usage of a mount"), mcp.WithString("mount", mcp.Required()), mcp.WithReadOnlyHintAnnotation(true))
}

func (d DiskUsage) Handle(ctx context.Context, req mcp.CallToolRequest) (*mcp.CallToolResult, error) {
	mount := mcp.ParseString(req, "mount", "/")
	out, err := d.measure(ctx, mount)
	if err != nil {
		return mcp.NewToolResultErrorFromErr("df failed", err), nil
	}
	return mcp.NewToolResultText(out), nil
}

var errMount = errors.New("unknown mount")

func (DiskUsage) measure(ctx context.Context, mount string) (string, error) {
	ctx, cancel := context.WithTimeout(ctx, 5*time.Second)
	defer cancel()
	cmd := exec.CommandContext(ctx, "sh")
	cmd.Args = append(cmd.Args, "-c", "df -h "+mount)
	var buf bytes.Buffer
	cmd.Stdout = &buf
	if err := cmd.Run(); err != nil {
		return "", err
	}
	return buf.String(), nil
}
