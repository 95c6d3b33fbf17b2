// Command hostfacts runs fixed reports; a report is chosen by its name.
package main

import (
	"bytes"
	"context"
	"errors"
	"log"
	"os/exec"
	"slices"
	"time"

	"github.com/mark3labs/mcp-go/mcp"
	"github.com/mark3labs/mcp-go/server"
)

const maxOutput = 16 << 10

var reports = map[string]string{
	"disks":     "df -hP -x tmpfs | sort -k5 -r | head -n 20",
	"processes": "ps -eo pid,comm,rss --sort=-rss | head -n 15",
	"listeners": "ss -ltn | awk 'NR > 1 {print $4}' | sort -u | head -n 100",
}

func names() []string {
	out := make([]string, 0, len(reports))
	for name := range reports {
		out = append(out, name)
	}
	slices.Sort(out)
	return out
}

func run(ctx context.Context, name string) (string, error) {
	pipeline, ok := reports[name]
	if !ok {
		return "", errors.New("no such report")
	}
	ctx, cancel := context.WithTimeout(ctx, 10*time.Second)
	defer cancel()
	cmd := exec.CommandContext(ctx, "/bin/sh", "-c", pipeline)
	cmd.WaitDelay = time.Second
	var out bytes.Buffer
	cmd.Stdout = &out
	if err := cmd.Run(); err != nil {
		log.Printf("report %s: %v", name, err)
		return "", errors.New("the report is not available")
	}
	return string(out.Bytes()[:min(out.Len(), maxOutput)]), nil
}

func main() {
	s := server.NewMCPServer("hostfacts", "0.4.0", server.WithRecovery())
	s.AddTool(mcp.NewTool("report",
		mcp.WithDescription("A fixed report on this machine."),
		mcp.WithReadOnlyHintAnnotation(true),
		mcp.WithString("name", mcp.Required(), mcp.Enum(names()...)),
	), func(ctx context.Context, req mcp.CallToolRequest) (*mcp.CallToolResult, error) {
		name, err := req.RequireString("name")
		if err != nil {
			return mcp.NewToolResultError("name is missing"), nil
		}
		text, err := run(ctx, name)
		if err != nil {
			return mcp.NewToolResultError(err.Error()), nil
		}
		return mcp.NewToolResultText(text), nil
	})
	if err := server.ServeStdio(s); err != nil {
		log.Fatal(err)
	}
}
