// Command postbridge is an MCP server that sends mail.
package main

import (
	"log/slog"
	"os"

	mcp "github.com/metoro-io/mcp-golang"
	"github.com/metoro-io/mcp-golang/transport/stdio"

	"github.com/bluewicket/postbridge/internal/config"
	"github.com/bluewicket/postbridge/internal/smtpout"
	"github.com/bluewicket/postbridge/internal/tools"
)

func main() {
	log := slog.New(slog.NewTextHandler(os.Stderr, nil))

	cfg, err := config.FromEnv()
	if err != nil {
		log.Error("configuration", "error", err)
		os.Exit(2)
	}
	sender := smtpout.New(cfg, log)

	server := mcp.NewServer(stdio.NewStdioServerTransport(), mcp.WithName("postbridge"), mcp.WithVersion("1.0.16"))
	if err := tools.Register(server, cfg, sender); err != nil {
		log.Error("register tools", "error", err)
		os.Exit(1)
	}
	if err := server.Serve(); err != nil {
		log.Error("serve", "error", err)
		os.Exit(1)
	}
	select {}
}
