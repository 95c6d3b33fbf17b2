package main

import (
	"context"
	"log"
	"os"

	"example.org/nasboard/nas"
	"github.com/mark3labs/mcp-go/mcp"
	"github.com/mark3labs/mcp-go/server"
)

func main() {
	client, err := nas.New(os.Getenv("NAS_HOST"), os.Getenv("NAS_API_KEY"))
	if err != nil {
		log.Fatal(err)
	}
	s := server.NewMCPServer("nasboard", "0.1.0")
	s.AddTool(
		mcp.NewTool("storage_pools", mcp.WithDescription("State of the storage pools."), mcp.WithReadOnlyHintAnnotation(true)),
		func(ctx context.Context, _ mcp.CallToolRequest) (*mcp.CallToolResult, error) {
			pools, err := client.Pools(ctx)
			if err != nil {
				log.Printf("pools: %v", err)
				return mcp.NewToolResultError("the appliance did not answer"), nil
			}
			return mcp.NewToolResultJSON(map[string]any{"pools": pools})
		},
	)
	if err := server.ServeStdio(s); err != nil {
		log.Fatal(err)
	}
}
