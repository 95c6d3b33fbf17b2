package main

import (
	"context"
	"log"

	"github.com/modelcontextprotocol/go-sdk/mcp"

	"tuchfabrik.example/previews/fetch"
)

type SizeArgs struct {
	URL string `json:"url" jsonschema:"https address of a picture of a partner"`
}

type SizeResult struct {
	Width  int    `json:"width,omitempty"`
	Height int    `json:"height,omitempty"`
	Error  string `json:"error,omitempty"`
}

func pictureSize(ctx context.Context, req *mcp.CallToolRequest, args SizeArgs) (*mcp.CallToolResult, SizeResult, error) {
	config, err := fetch.Picture(ctx, args.URL)
	if err != nil {
		return nil, SizeResult{Error: "the picture cannot be loaded"}, nil
	}
	return nil, SizeResult{Width: config.Width, Height: config.Height}, nil
}

func main() {
	server := mcp.NewServer(&mcp.Implementation{Name: "previews", Version: "v0.8.0"}, nil)
	mcp.AddTool(server, &mcp.Tool{Name: "picture_size", Description: "Width and height of a partner's picture"}, pictureSize)
	if err := server.Run(context.Background(), &mcp.StdioTransport{}); err != nil {
		log.Fatal(err)
	}
}
