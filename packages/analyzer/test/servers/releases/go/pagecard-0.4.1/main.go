package main

import (
	"context"
	"log"

	"example.org/pagecard/card"
	"github.com/mark3labs/mcp-go/mcp"
	"github.com/mark3labs/mcp-go/server"
)

func main() {
	maker := card.NewMaker()
	s := server.NewMCPServer("pagecard", "0.4.1", server.WithRecovery())

	tool := mcp.NewTool("link_card",
		mcp.WithDescription("Title and description of a web page, for a link card."),
		mcp.WithReadOnlyHintAnnotation(true),
		mcp.WithOpenWorldHintAnnotation(true),
		mcp.WithString("url", mcp.Required(), mcp.Description("Address of the page")),
	)
	s.AddTool(tool, func(ctx context.Context, req mcp.CallToolRequest) (*mcp.CallToolResult, error) {
		address, err := req.RequireString("url")
		if err != nil {
			return mcp.NewToolResultError("url is missing"), nil
		}
		c, err := maker.Make(ctx, address)
		if err != nil {
			return mcp.NewToolResultError(err.Error()), nil
		}
		return mcp.NewToolResultJSON(c)
	})

	if err := server.ServeStdio(s); err != nil {
		log.Fatal(err)
	}
}
