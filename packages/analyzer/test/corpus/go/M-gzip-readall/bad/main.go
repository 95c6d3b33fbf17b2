package main

import (
	"bytes"
	"context"
	"encoding/base64"
	"log"

	"github.com/modelcontextprotocol/go-sdk/mcp"
)

const maxUpload = 2 << 20

type CountArgs struct {
	Data string `json:"data" jsonschema:"a gzip-compressed CSV file in base64, at most 2 MB"`
}

type CountResult struct {
	Rows  int    `json:"rows"`
	Error string `json:"error,omitempty"`
}

func countRows(ctx context.Context, req *mcp.CallToolRequest, args CountArgs) (*mcp.CallToolResult, CountResult, error) {
	if len(args.Data) > maxUpload {
		return nil, CountResult{Error: "the upload is too large"}, nil
	}
	compressed, err := base64.StdEncoding.DecodeString(args.Data)
	if err != nil {
		return nil, CountResult{Error: "not base64"}, nil
	}
	text, err := inflate(compressed)
	if err != nil {
		return nil, CountResult{Error: "the file cannot be unpacked"}, nil
	}
	return nil, CountResult{Rows: bytes.Count(text, []byte("\n"))}, nil
}

func main() {
	server := mcp.NewServer(&mcp.Implementation{Name: "row-count", Version: "v1.0.0"}, nil)
	mcp.AddTool(server, &mcp.Tool{Name: "count_rows", Description: "Count the rows of a compressed CSV file"}, countRows)
	if err := server.Run(context.Background(), &mcp.StdioTransport{}); err != nil {
		log.Fatal(err)
	}
}
