package main

import (
	"context"
	"log"
	"net/http"
	"os"
	"time"

	"github.com/modelcontextprotocol/go-sdk/mcp"
)

type GreetArgs struct {
	Language string `json:"language" jsonschema:"de, fr or pt"`
}

var greetings = map[string]string{"de": "Guten Tag", "fr": "Bonjour", "pt": "Bom dia"}

func greet(ctx context.Context, req *mcp.CallToolRequest, args GreetArgs) (*mcp.CallToolResult, any, error) {
	text, ok := greetings[args.Language]
	if !ok {
		text = "Good day"
	}
	return &mcp.CallToolResult{Content: []mcp.Content{&mcp.TextContent{Text: text}}}, nil, nil
}

func main() {
	token := os.Getenv("GREETER_TOKEN")
	if len(token) < 32 {
		log.Fatal("GREETER_TOKEN is missing or too short")
	}
	server := mcp.NewServer(&mcp.Implementation{Name: "greeter", Version: "v1.0.0"}, nil)
	mcp.AddTool(server, &mcp.Tool{Name: "greet", Description: "Greet in a language"}, greet)
	handler := mcp.NewStreamableHTTPHandler(func(*http.Request) *mcp.Server { return server }, nil)
	listener := &http.Server{
		Addr:              "127.0.0.1:7411",
		Handler:           http.MaxBytesHandler(withOrigin(withToken(handler, token)), 1<<20),
		ReadHeaderTimeout: 5 * time.Second,
		IdleTimeout:       time.Minute,
	}
	log.Fatal(listener.ListenAndServe())
}
