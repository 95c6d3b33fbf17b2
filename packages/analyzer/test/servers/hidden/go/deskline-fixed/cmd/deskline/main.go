// Command deskline serves a ticket desk over MCP streamable HTTP.
package main

import (
	"context"
	"errors"
	"log/slog"
	"net/http"
	"os"
	"os/signal"
	"strings"
	"syscall"
	"time"

	"github.com/mark3labs/mcp-go/server"

	"github.com/ferrous-desk/deskline/internal/auth"
	"github.com/ferrous-desk/deskline/internal/desk"
	"github.com/ferrous-desk/deskline/internal/tools"
)

const (
	version     = "0.9.3"
	defaultAddr = "127.0.0.1:8733"
	maxBody     = 256 << 10
)

func main() {
	log := slog.New(slog.NewJSONHandler(os.Stderr, nil))
	if err := run(log); err != nil {
		log.Error("deskline stopped", "error", err)
		os.Exit(1)
	}
}

func run(log *slog.Logger) error {
	ctx, stop := signal.NotifyContext(context.Background(), os.Interrupt, syscall.SIGTERM)
	defer stop()

	book, err := auth.LoadBook(os.Getenv("DESKLINE_TOKENS"))
	if err != nil {
		return err
	}
	store, err := desk.Open(os.Getenv("DESKLINE_DATA"))
	if err != nil {
		return err
	}

	mcpServer := server.NewMCPServer("deskline", version,
		server.WithToolCapabilities(false),
		server.WithRecovery(),
	)
	tools.Register(mcpServer, store, log)

	origins := strings.Fields(os.Getenv("DESKLINE_ORIGINS"))
	mux := http.NewServeMux()
	mux.Handle("/mcp", auth.Origins(origins, book.Middleware(
		http.MaxBytesHandler(server.NewStreamableHTTPServer(mcpServer, server.WithStateLess(true)), maxBody))))

	addr := os.Getenv("DESKLINE_ADDR")
	if addr == "" {
		addr = defaultAddr
	}
	srv := &http.Server{
		Addr:              addr,
		Handler:           mux,
		ReadHeaderTimeout: 5 * time.Second,
		ReadTimeout:       20 * time.Second,
		IdleTimeout:       90 * time.Second,
		MaxHeaderBytes:    16 << 10,
	}
	done := make(chan error, 1)
	go func() { done <- srv.ListenAndServe() }()
	log.Info("listening", "addr", addr)

	select {
	case err := <-done:
		return err
	case <-ctx.Done():
	}
	grace, cancel := context.WithTimeout(context.Background(), 5*time.Second)
	defer cancel()
	if err := srv.Shutdown(grace); err != nil && !errors.Is(err, context.DeadlineExceeded) {
		return err
	}
	return nil
}
