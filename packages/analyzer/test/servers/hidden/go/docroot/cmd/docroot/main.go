// Command docroot is an MCP server for a documentation tree.
package main

import (
	"context"
	"flag"
	"log/slog"
	"os"
	"os/signal"
	"syscall"

	"github.com/modelcontextprotocol/go-sdk/mcp"

	"github.com/papermoss/docroot/internal/tools"
	"github.com/papermoss/docroot/internal/tree"
)

func main() {
	dir := flag.String("root", "", "directory of the documentation")
	flag.Parse()
	log := slog.New(slog.NewTextHandler(os.Stderr, nil))

	if *dir == "" {
		log.Error("-root is missing")
		os.Exit(2)
	}
	docs, err := tree.Open(*dir)
	if err != nil {
		log.Error("open root", "error", err)
		os.Exit(2)
	}
	defer docs.Close()

	ctx, stop := signal.NotifyContext(context.Background(), os.Interrupt, syscall.SIGTERM)
	defer stop()

	srv := mcp.NewServer(&mcp.Implementation{Name: "docroot", Version: "0.8.0"}, nil)
	tools.Add(srv, docs, log)
	if err := srv.Run(ctx, &mcp.StdioTransport{}); err != nil && ctx.Err() == nil {
		log.Error("serve", "error", err)
	}
}
