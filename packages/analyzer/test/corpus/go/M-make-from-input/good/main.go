package main

import (
	"context"
	"encoding/hex"
	"log"
	"math/rand"

	"github.com/mark3labs/mcp-go/mcp"
	"github.com/mark3labs/mcp-go/server"
)

func sampleBytes(ctx context.Context, request mcp.CallToolRequest) (*mcp.CallToolResult, error) {
	count, err := request.RequireInt("count")
	if err != nil || count < 0 {
		return mcp.NewToolResultError("count is missing"), nil
	}
	buffer := make([]byte, min(count, 4096))
	source := rand.New(rand.NewSource(int64(request.GetInt("seed", 1))))
	source.Read(buffer)
	return mcp.NewToolResultText(hex.EncodeToString(buffer)), nil
}

func main() {
	s := server.NewMCPServer("sample-bytes", "1.0.0")
	s.AddTool(mcp.NewTool("sample_bytes",
		mcp.WithDescription("Give reproducible bytes for a test, in hex"),
		mcp.WithReadOnlyHintAnnotation(true),
		mcp.WithNumber("count", mcp.Required(), mcp.Description("How many bytes")),
		mcp.WithNumber("seed", mcp.Description("Start of the sequence")),
	), sampleBytes)
	if err := server.ServeStdio(s); err != nil {
		log.Fatal(err)
	}
}
