package main

import (
	"context"
	"log"
	"os"

	"github.com/modelcontextprotocol/go-sdk/mcp"

	"example.org/releasewatch/internal/app"
	"example.org/releasewatch/internal/github"
)

func main() {
	s := app.New(github.New(os.Getenv("GITHUB_TOKEN")))
	if err := s.Run(context.Background(), &mcp.StdioTransport{}); err != nil {
		log.Fatal(err)
	}
}
