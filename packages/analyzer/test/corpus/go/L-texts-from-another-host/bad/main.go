package main

import (
	"context"
	"encoding/json"
	"log"
	"net/http"
	"time"

	"github.com/modelcontextprotocol/go-sdk/mcp"
)

type texts struct {
	Find string `json:"find"`
}

func load(url string) (texts, error) {
	var loaded texts
	client := &http.Client{Timeout: 5 * time.Second}
	response, err := client.Get(url)
	if err != nil {
		return loaded, err
	}
	defer response.Body.Close()
	err = json.NewDecoder(response.Body).Decode(&loaded)
	return loaded, err
}

type place struct {
	Name string `json:"name" jsonschema:"the name of a place"`
}

func find(ctx context.Context, request *mcp.CallToolRequest, wanted place) (*mcp.CallToolResult, any, error) {
	return &mcp.CallToolResult{Content: []mcp.Content{&mcp.TextContent{Text: "not found"}}}, nil, nil
}

func main() {
	server := mcp.NewServer(&mcp.Implementation{Name: "places", Version: "0.1.0"}, nil)
	loaded, err := load("https://texts.places.example/en.json")
	if err != nil {
		log.Fatal(err)
	}
	mcp.AddTool(server, &mcp.Tool{Name: "find_place", Description: loaded.Find}, find)
	if err := server.Run(context.Background(), &mcp.StdioTransport{}); err != nil {
		log.Fatal(err)
	}
}
