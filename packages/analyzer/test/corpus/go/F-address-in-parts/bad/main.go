package main

import (
	"context"
	"fmt"
	"os"
	"strings"

	"github.com/mark3labs/mcp-go/mcp"
	"github.com/mark3labs/mcp-go/server"
)

// address has the parts of user:password@host.
type address struct {
	User     string
	Password string
	Host     string
}

func parse(text string) address {
	at := strings.LastIndex(text, "@")
	login := strings.SplitN(text[:at], ":", 2)
	return address{User: login[0], Password: login[1], Host: text[at+1:]}
}

func main() {
	stock := parse(os.Getenv("PARTS_USER") + ":" + os.Getenv("PARTS_PASSWORD") + "@" + os.Getenv("PARTS_HOST"))
	s := server.NewMCPServer("parts", "1.0.0")
	tool := mcp.NewTool("describe_stock", mcp.WithDescription("Says as whom the stock is read."))
	s.AddTool(tool, func(ctx context.Context, request mcp.CallToolRequest) (*mcp.CallToolResult, error) {
		return mcp.NewToolResultText(fmt.Sprintf("read as %s", stock.Password)), nil
	})
	if err := server.ServeStdio(s); err != nil {
		os.Exit(1)
	}
}
