package main

import (
	"context"
	"log"
	"os/exec"
	"strings"
	"text/template"
	"time"

	"github.com/modelcontextprotocol/go-sdk/mcp"
)

// Build is what the layouts can show.
type Build struct {
	Name   string
	Branch string
	Passed int
	Failed int
}

// Version asks a tool of the build machine for its version.
func (b Build) Version(tool string) (string, error) {
	ctx, cancel := context.WithTimeout(context.Background(), 5*time.Second)
	defer cancel()
	out, err := exec.CommandContext(ctx, tool, "--version").Output()
	return string(out), err
}

type ReportArgs struct {
	Branch string `json:"branch" jsonschema:"the branch to report on"`
	Layout string `json:"layout" jsonschema:"layout of the report as a Go template"`
}

func report(ctx context.Context, req *mcp.CallToolRequest, args ReportArgs) (*mcp.CallToolResult, any, error) {
	build := Build{Name: "webshop", Branch: args.Branch, Passed: 412, Failed: 3}
	var out strings.Builder
	layout, err := template.New("report").Parse(args.Layout)
	if err == nil {
		err = layout.Execute(&out, build)
	}
	if err != nil {
		return failed("the layout could not be used"), nil, nil
	}
	return &mcp.CallToolResult{Content: []mcp.Content{&mcp.TextContent{Text: out.String()}}}, nil, nil
}

func failed(text string) *mcp.CallToolResult {
	return &mcp.CallToolResult{IsError: true, Content: []mcp.Content{&mcp.TextContent{Text: text}}}
}

func main() {
	server := mcp.NewServer(&mcp.Implementation{Name: "build-report", Version: "v1.0.2"}, nil)
	mcp.AddTool(server, &mcp.Tool{Name: "report", Description: "Report the newest build of a branch"}, report)
	if err := server.Run(context.Background(), &mcp.StdioTransport{}); err != nil {
		log.Fatal(err)
	}
}
