// Command shelfnotes is an MCP server for Markdown notes.
package main

import (
	"context"
	"log/slog"
	"os"
	"os/signal"
	"syscall"

	"github.com/modelcontextprotocol/go-sdk/mcp"

	"github.com/quietmargin/shelfnotes/internal/tools"
	"github.com/quietmargin/shelfnotes/internal/workspace"
)

const version = "1.2.0"

func main() {
	log := slog.New(slog.NewTextHandler(os.Stderr, nil))
	if err := run(log); err != nil {
		log.Error("shelfnotes stopped", "error", err)
		os.Exit(1)
	}
}

func run(log *slog.Logger) error {
	ctx, stop := signal.NotifyContext(context.Background(), os.Interrupt, syscall.SIGTERM)
	defer stop()

	home, err := workspace.Open(os.Getenv("SHELFNOTES_HOME"))
	if err != nil {
		return err
	}
	defer home.Close()

	srv := mcp.NewServer(&mcp.Implementation{Name: "shelfnotes", Version: version}, nil)
	tools.Add(srv, home, log)
	return srv.Run(ctx, &mcp.StdioTransport{})
}
