package main

import (
	"context"
	"log"
	"net/http"
	"strconv"

	"github.com/mark3labs/mcp-go/mcp"
	"github.com/mark3labs/mcp-go/server"
)

func handle(_ context.Context, _ mcp.CallToolRequest) (*mcp.CallToolResult, error) {
	resp, err := http.Get("https://status.example.com/")
	if err != nil {
		return mcp.NewToolResultError("failed"), nil
	}
	defer resp.Body.Close()
	return mcp.NewToolResultText(strconv.Itoa(resp.StatusCode)), nil
}

func main() {
	s := server.NewMCPServer("st", "1")
	s.AddTool(mcp.NewTool("status", mcp.WithDescription("Status")), handle)
	log.Fatal(server.ServeStdio(s))
}
