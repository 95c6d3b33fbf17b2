// Command ledgerline is an MCP server for the bookings of an association.
package main

import (
	"context"
	"log/slog"
	"os"
	"os/signal"
	"syscall"

	_ "modernc.org/sqlite"

	"github.com/greyslate/ledgerline/internal/handlers"
	"github.com/greyslate/ledgerline/internal/ledger"
	"github.com/greyslate/ledgerline/internal/proto"
)

func main() {
	log := slog.New(slog.NewTextHandler(os.Stderr, nil))
	ctx, stop := signal.NotifyContext(context.Background(), os.Interrupt, syscall.SIGTERM)
	defer stop()

	path := os.Getenv("LEDGERLINE_DB")
	if path == "" {
		log.Error("LEDGERLINE_DB is not set")
		os.Exit(2)
	}
	book, err := ledger.Open(ctx, path)
	if err != nil {
		log.Error("open ledger", "error", err)
		os.Exit(2)
	}
	defer book.Close()

	if err := proto.Serve(ctx, os.Stdin, os.Stdout, handlers.All(book, log)); err != nil {
		log.Error("serve", "error", err)
	}
}
