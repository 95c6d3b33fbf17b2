package main

import (
	"context"
	"log"
	"os"

	"github.com/modelcontextprotocol/go-sdk/mcp"
)

type in struct {
	Name string `json:"name" jsonschema:"name of the setting"`
}

func setting(ctx context.Context, req *mcp.CallToolRequest, args in) (*mcp.CallToolResult, any, error) {
	value := os.Getenv(args.Name)
	return &mcp.CallToolResult{Content: []mcp.Content{&mcp.TextContent{Text: value}}}, nil, nil
}

func main() {
	s := mcp.NewServer(&mcp.Implementation{Name: "settings"}, nil)
	mcp.AddTool(s, &mcp.Tool{Name: "setting", Description: "Value of a setting"}, setting)
	if err := s.Run(context.Background(), &mcp.StdioTransport{}); err != nil {
		log.Fatal(err)
	}
}
