package main

import (
	"context"
	"log"

	"example.org/tideclock/noaa"
	"github.com/mark3labs/mcp-go/mcp"
	"github.com/mark3labs/mcp-go/server"
)

type tideArgs struct {
	Station string `json:"station"`
	Hours   int    `json:"hours"`
}

func main() {
	client := noaa.NewClient()
	s := server.NewMCPServer("tideclock", "0.2.1",
		server.WithInstructions("High and low water at stations in the United States."))

	s.AddTool(
		mcp.NewTool("tides",
			mcp.WithDescription("High and low water at a station."),
			mcp.WithReadOnlyHintAnnotation(true),
			mcp.WithString("station", mcp.Required(), mcp.Description("Seven digits"), mcp.Pattern("^[0-9]{7}$")),
			mcp.WithNumber("hours", mcp.Min(1), mcp.Max(168), mcp.DefaultNumber(24)),
		),
		mcp.NewTypedToolHandler(func(ctx context.Context, _ mcp.CallToolRequest, a tideArgs) (*mcp.CallToolResult, error) {
			if a.Hours < 1 || a.Hours > 168 {
				a.Hours = 24
			}
			tides, err := client.Tides(ctx, a.Station, a.Hours)
			if err != nil {
				return mcp.NewToolResultError(err.Error()), nil
			}
			return mcp.NewToolResultJSON(map[string]any{"tides": tides})
		}),
	)

	if err := server.ServeStdio(s); err != nil {
		log.Fatal(err)
	}
}
