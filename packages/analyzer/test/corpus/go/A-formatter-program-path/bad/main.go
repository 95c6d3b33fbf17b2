package main

import (
	"context"
	"log"

	"github.com/modelcontextprotocol/go-sdk/mcp"

	"tuchfabrik.example/formatd/internal/run"
)

type FormatArgs struct {
	Formatter string `json:"formatter" jsonschema:"gofmt, black or prettier"`
	Source    string `json:"source" jsonschema:"the source text"`
}

type FormatResult struct {
	Clean bool `json:"clean" jsonschema:"whether the source is already formatted"`
}

func IsFormatted(ctx context.Context, req *mcp.CallToolRequest, args FormatArgs) (*mcp.CallToolResult, FormatResult, error) {
	formatted, err := run.Formatter(ctx, args.Formatter, args.Source)
	if err != nil {
		return nil, FormatResult{}, err
	}
	return nil, FormatResult{Clean: formatted == args.Source}, nil
}

func main() {
	server := mcp.NewServer(&mcp.Implementation{Name: "formatd", Version: "v0.3.0"}, nil)
	mcp.AddTool(server, &mcp.Tool{
		Name:        "is_formatted",
		Description: "Tell whether a source text is formatted",
		Annotations: &mcp.ToolAnnotations{ReadOnlyHint: true},
	}, IsFormatted)
	if err := server.Run(context.Background(), &mcp.StdioTransport{}); err != nil {
		log.Fatal(err)
	}
}
