package main

import (
	"context"
	"encoding/json"
	"fmt"
	"io"
	"log"
	"net/http"

	"github.com/mark3labs/mcp-go/mcp"
	"github.com/mark3labs/mcp-go/server"
)

var stations = map[string]string{
	"hamburg":  "https://gezeiten.pegelamt.example/v1/508.json",
	"cuxhaven": "https://gezeiten.pegelamt.example/v1/506.json",
}

func nextHighTide(ctx context.Context, request mcp.CallToolRequest) (*mcp.CallToolResult, error) {
	address, ok := stations[request.GetString("station", "")]
	if !ok {
		return mcp.NewToolResultError("unknown station"), nil
	}
	resp, err := http.Get(address)
	if err != nil {
		return mcp.NewToolResultError("the tide service does not answer"), nil
	}
	defer resp.Body.Close()
	var answer struct {
		Minutes int `json:"minutes"`
	}
	if err := json.NewDecoder(io.LimitReader(resp.Body, 1<<16)).Decode(&answer); err != nil {
		return mcp.NewToolResultError("the tide service gave no answer"), nil
	}
	return mcp.NewToolResultText(fmt.Sprintf("high tide in %d minutes", answer.Minutes)), nil
}

func main() {
	s := server.NewMCPServer("tides", "1.0.0")
	s.AddTool(mcp.NewTool("next_high_tide",
		mcp.WithDescription("Tell when the next high tide is"),
		mcp.WithString("station", mcp.Required(), mcp.Enum("hamburg", "cuxhaven")),
	), nextHighTide)
	if err := server.ServeStdio(s); err != nil {
		log.Fatal(err)
	}
}
