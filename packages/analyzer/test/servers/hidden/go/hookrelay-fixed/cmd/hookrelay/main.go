// Command hookrelay is an MCP server that delivers webhooks.
package main

import (
	"context"
	"log/slog"
	"os"
	"os/signal"
	"strings"
	"syscall"

	"github.com/mark3labs/mcp-go/server"

	"github.com/oakpost/hookrelay/internal/deliver"
	"github.com/oakpost/hookrelay/internal/guard"
	"github.com/oakpost/hookrelay/internal/hooks"
	"github.com/oakpost/hookrelay/internal/tools"
)

const version = "0.5.1"

func main() {
	log := slog.New(slog.NewTextHandler(os.Stderr, nil))
	ctx, stop := signal.NotifyContext(context.Background(), os.Interrupt, syscall.SIGTERM)
	defer stop()

	key := os.Getenv("HOOKRELAY_SIGNING_KEY")
	if len(key) < 32 {
		log.Error("HOOKRELAY_SIGNING_KEY is missing or too short")
		os.Exit(2)
	}
	g, err := guard.New(strings.Fields(os.Getenv("HOOKRELAY_HOSTS")))
	if err != nil {
		log.Error("configuration", "error", err)
		os.Exit(2)
	}

	registry := hooks.NewRegistry(g)
	queue := deliver.Start(ctx, registry, deliver.WithKey([]byte(key)), deliver.WithWorkers(2), deliver.WithLogger(log))

	s := server.NewMCPServer("hookrelay", version, server.WithToolCapabilities(false), server.WithRecovery())
	tools.Register(s, registry, queue)
	if err := server.ServeStdio(s); err != nil {
		log.Error("serve", "error", err)
		os.Exit(1)
	}
}
