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
	switch tool {
	case "go", "git":
		out, err := exec.CommandContext(ctx, tool, "version").Output()
		return string(out), err
	}
	return "unknown", nil
}

type ReportArgs struct {
	Branch string `json:"branch" jsonschema:"the branch to report on"`
	Layout string `json:"layout" jsonschema:"short or long"`
}

var layouts = template.Must(template.New("short").Parse(`{{.Name}}: {{.Passed}} passed, {{.Failed}} failed`))

func init() {
	template.Must(layouts.New("long").Parse(`{{.Name}} on {{.Branch}}: {{.Passed}} passed, {{.Failed}} failed, {{.Version "go"}}`))
}

func report(ctx context.Context, req *mcp.CallToolRequest, args ReportArgs) (*mcp.CallToolResult, any, error) {
	build := Build{Name: "webshop", Branch: args.Branch, Passed: 412, Failed: 3}
	var out strings.Builder
	if args.Layout != "short" && args.Layout != "long" {
		return failed("unknown layout"), nil, nil
	}
	if err := layouts.ExecuteTemplate(&out, args.Layout, build); err != nil {
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
