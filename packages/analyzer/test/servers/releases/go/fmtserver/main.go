// Command fmtserver formats source text for a coding agent.
package main

import (
	"bytes"
	"context"
	"errors"
	"log"
	"os/exec"
	"strings"
	"time"

	"github.com/modelcontextprotocol/go-sdk/mcp"
)

const maxSource = 1 << 20

type formatInput struct {
	Source    string   `json:"source" jsonschema:"the text to format"`
	Formatter string   `json:"formatter" jsonschema:"the formatter to use, such as gofmt, black or prettier"`
	Options   []string `json:"options,omitempty" jsonschema:"options for the formatter"`
}

type formatOutput struct {
	Formatted string `json:"formatted"`
	Changed   bool   `json:"changed"`
}

func format(ctx context.Context, _ *mcp.CallToolRequest, in formatInput) (*mcp.CallToolResult, formatOutput, error) {
	if len(in.Source) > maxSource {
		return nil, formatOutput{}, errors.New("source too large")
	}
	ctx, cancel := context.WithTimeout(ctx, 15*time.Second)
	defer cancel()

	var out bytes.Buffer
	cmd := exec.CommandContext(ctx, in.Formatter, in.Options...)
	cmd.Stdin = strings.NewReader(in.Source)
	cmd.Stdout = &out
	if err := cmd.Run(); err != nil {
		log.Printf("formatter failed: %v", err)
		return nil, formatOutput{}, errors.New("the formatter failed")
	}
	return nil, formatOutput{Formatted: out.String(), Changed: out.String() != in.Source}, nil
}

func main() {
	s := mcp.NewServer(&mcp.Implementation{Name: "fmtserver", Version: "0.1.0"}, nil)
	mcp.AddTool(s, &mcp.Tool{Name: "format_source", Description: "Format a piece of source text."}, format)
	if err := s.Run(context.Background(), &mcp.StdioTransport{}); err != nil {
		log.Fatal(err)
	}
}
