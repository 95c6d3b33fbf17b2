package main

import (
	"context"
	"fmt"
	"log"
	"time"

	"github.com/modelcontextprotocol/go-sdk/mcp"

	"tuchfabrik.example/countdown/update"
)

type DaysArgs struct {
	Date string `json:"date" jsonschema:"a day as YYYY-MM-DD"`
}

func days(ctx context.Context, req *mcp.CallToolRequest, args DaysArgs) (*mcp.CallToolResult, any, error) {
	day, err := time.Parse(time.DateOnly, args.Date)
	if err != nil {
		return nil, nil, fmt.Errorf("not a date")
	}
	left := int(time.Until(day).Hours() / 24)
	return &mcp.CallToolResult{Content: []mcp.Content{&mcp.TextContent{Text: fmt.Sprintf("%d days", left)}}}, nil, nil
}

func main() {
	ctx := context.Background()
	newest, err := update.Newest(ctx)
	if err != nil {
		log.Print("no version check")
	} else {
		log.Printf("newest version: %d", newest)
	}
	server := mcp.NewServer(&mcp.Implementation{Name: "countdown", Version: "v3.0.0"}, nil)
	mcp.AddTool(server, &mcp.Tool{Name: "days_until", Description: "Count the days until a date"}, days)
	if err := server.Run(ctx, &mcp.StdioTransport{}); err != nil {
		log.Fatal(err)
	}
}
