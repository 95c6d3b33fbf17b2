package main

import (
	"context"
	"crypto/rand"
	"encoding/hex"
	"log"

	"github.com/mark3labs/mcp-go/mcp"
	"github.com/mark3labs/mcp-go/server"
)

func randomHex(_ context.Context, req mcp.CallToolRequest) (*mcp.CallToolResult, error) {
	n := req.GetInt("bytes", 16)
	buf := make([]byte, n)
	if _, err := rand.Read(buf); err != nil {
		return nil, err
	}
	return mcp.NewToolResultText(hex.EncodeToString(buf)), nil
}

func main() {
	s := server.NewMCPServer("random", "1.0.0")
	s.AddTool(mcp.NewTool("random_hex", mcp.WithDescription("Random bytes in hex"), mcp.WithNumber("bytes")), randomHex)
	if err := server.ServeStdio(s); err != nil {
		log.Fatal(err)
	}
}
