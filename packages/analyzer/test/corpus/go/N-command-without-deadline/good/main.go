package main

import (
	"context"
	"log"
	"os"
	"regexp"

	"github.com/modelcontextprotocol/go-sdk/mcp"

	"tuchfabrik.example/gotests/runner"
)

var packagePath = regexp.MustCompile(`^([a-z0-9_-]+/?)+$`)

type TestArgs struct {
	Package string `json:"package" jsonschema:"package below the module, for example internal/store"`
}

type TestResult struct {
	Passed bool   `json:"passed"`
	Error  string `json:"error,omitempty"`
}

func test(ctx context.Context, req *mcp.CallToolRequest, args TestArgs) (*mcp.CallToolResult, TestResult, error) {
	if len(args.Package) > 200 || !packagePath.MatchString(args.Package) {
		return nil, TestResult{Error: "not a package path"}, nil
	}
	passed, err := runner.Test(ctx, os.Getenv("MODULE_DIR"), "./"+args.Package)
	if err != nil {
		return nil, TestResult{Error: "the tests could not be run"}, nil
	}
	return nil, TestResult{Passed: passed}, nil
}

func main() {
	server := mcp.NewServer(&mcp.Implementation{Name: "gotests", Version: "v0.1.0"}, nil)
	mcp.AddTool(server, &mcp.Tool{Name: "run_tests", Description: "Run the tests of a package of the module"}, test)
	if err := server.Run(context.Background(), &mcp.StdioTransport{}); err != nil {
		log.Fatal(err)
	}
}
