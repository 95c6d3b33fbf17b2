// Command issuebrief is an MCP server that reads issues.
package main

import (
	"context"
	"log/slog"
	"os"
	"os/signal"
	"strings"
	"syscall"
	"time"

	"github.com/modelcontextprotocol/go-sdk/mcp"

	"github.com/marrowfield/issuebrief/internal/forge"
	"github.com/marrowfield/issuebrief/internal/tools"
)

const version = "0.2.3"

func main() {
	log := slog.New(slog.NewTextHandler(os.Stderr, nil))
	ctx, stop := signal.NotifyContext(context.Background(), os.Interrupt, syscall.SIGTERM)
	defer stop()

	client, err := forge.New(forge.Options{
		BaseURL: os.Getenv("ISSUEBRIEF_URL"),
		Token:   os.Getenv("ISSUEBRIEF_TOKEN"),
		Repos:   strings.Fields(os.Getenv("ISSUEBRIEF_REPOS")),
		Timeout: 15 * time.Second,
	})
	if err != nil {
		log.Error("configuration", "error", err)
		os.Exit(2)
	}

	srv := mcp.NewServer(&mcp.Implementation{Name: "issuebrief", Version: version}, nil)
	tools.Add(srv, client, log)
	if err := srv.Run(ctx, &mcp.StdioTransport{}); err != nil && ctx.Err() == nil {
		log.Error("serve", "error", err)
		os.Exit(1)
	}
}
