package main

import (
	"context"
	"log"

	"github.com/modelcontextprotocol/go-sdk/mcp"
)

const about = "Finds a place by its name"

type place struct {
	Name string `json:"name" jsonschema:"the name of a place"`
}

func find(ctx context.Context, request *mcp.CallToolRequest, wanted place) (*mcp.CallToolResult, any, error) {
	return &mcp.CallToolResult{Content: []mcp.Content{&mcp.TextContent{Text: "not found"}}}, nil, nil
}

func main() {
	server := mcp.NewServer(&mcp.Implementation{Name: "places", Version: "0.1.0"}, nil)
	mcp.AddTool(server, &mcp.Tool{Name: "find_place", Description: about}, find)
	if err := server.Run(context.Background(), &mcp.StdioTransport{}); err != nil {
		log.Fatal(err)
	}
}
