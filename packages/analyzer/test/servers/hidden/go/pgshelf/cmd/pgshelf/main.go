// Command pgshelf serves PostgreSQL dumps over MCP.
package main

import (
	"log/slog"
	"os"

	"github.com/mark3labs/mcp-go/server"

	"github.com/harborline/pgshelf/internal/config"
	"github.com/harborline/pgshelf/internal/dump"
	"github.com/harborline/pgshelf/internal/tools"
)

var version = "0.4.1"

func main() {
	logger := slog.New(slog.NewTextHandler(os.Stderr, nil))

	cfg, err := config.Load(os.Getenv("PGSHELF_CONFIG"))
	if err != nil {
		logger.Error("configuration", "error", err)
		os.Exit(2)
	}
	runner, err := dump.NewRunner(cfg.DumpDir, cfg.MaxDumpBytes, logger)
	if err != nil {
		logger.Error("dump directory", "error", err)
		os.Exit(2)
	}

	s := server.NewMCPServer("pgshelf", version,
		server.WithToolCapabilities(false),
		server.WithRecovery(),
	)
	tools.Register(s, cfg, runner)

	if err := server.ServeStdio(s); err != nil {
		logger.Error("serve", "error", err)
		os.Exit(1)
	}
}
