package main

import (
	"context"
	"fmt"
	"log"

	"github.com/mark3labs/mcp-go/mcp"
	"github.com/mark3labs/mcp-go/server"

	"tuchfabrik.example/licences/internal/keys"
)

func sign(ctx context.Context, request mcp.CallToolRequest) (*mcp.CallToolResult, error) {
	seats := request.GetInt("seats", 1)
	if seats < 1 || seats > 500 {
		return mcp.NewToolResultError("seats must lie between 1 and 500"), nil
	}
	signature, err := keys.Sign([]byte(fmt.Sprintf("tuchfabrik-cad:%d", seats)))
	if err != nil {
		log.Print("signing failed")
		return mcp.NewToolResultError("the licence could not be signed"), nil
	}
	return mcp.NewToolResultText(fmt.Sprintf("%d seats: %x", seats, signature)), nil
}

func main() {
	s := server.NewMCPServer("licences", "1.2.0")
	s.AddTool(mcp.NewTool("sign_licence",
		mcp.WithDescription("Sign a licence for a number of seats"),
		mcp.WithNumber("seats", mcp.Required(), mcp.Min(1), mcp.Max(500)),
	), sign)
	if err := server.ServeStdio(s); err != nil {
		log.Fatal(err)
	}
}
