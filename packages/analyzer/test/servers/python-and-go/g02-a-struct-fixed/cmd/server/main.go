package main

import (
	"context"
	"log"
	"time"

	"github.com/modelcontextprotocol/go-sdk/mcp"

	"example.com/buildtool/internal/runner"
)

type MakeArgs struct {
	Target string            `json:"target" jsonschema:"the make target"`
	Vars   map[string]string `json:"vars,omitempty"`
}

type app struct {
	runner *runner.Runner
}

func (a *app) make(ctx context.Context, req *mcp.CallToolRequest, args MakeArgs) (*mcp.CallToolResult, any, error) {
	switch args.Target {
	case "build", "test", "lint":
	default:
		return nil, nil, errUnknownTarget
	}
	ctx, cancel := context.WithTimeout(ctx, 2*time.Minute)
	defer cancel()
	out, err := a.runner.Make(ctx, args.Target, nil)
	if err != nil {
		return nil, nil, err
	}
	return &mcp.CallToolResult{Content: []mcp.Content{&mcp.TextContent{Text: out}}}, nil, nil
}

var errUnknownTarget = errorString("unknown target")

type errorString string

func (e errorString) Error() string { return string(e) }

func main() {
	a := &app{runner: runner.New("/workspace")}
	s := mcp.NewServer(&mcp.Implementation{Name: "buildtool", Version: "v0.1.0"}, nil)
	mcp.AddTool(s, &mcp.Tool{Name: "make", Description: "Run a make target"}, a.make)
	if err := s.Run(context.Background(), &mcp.StdioTransport{}); err != nil {
		log.Fatal(err)
	}
}
