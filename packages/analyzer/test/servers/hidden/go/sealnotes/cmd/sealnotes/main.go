// Command sealnotes is an MCP server for encrypted notes.
package main

import (
	"encoding/base64"
	"errors"
	"log/slog"
	"os"

	"github.com/mark3labs/mcp-go/server"

	"github.com/hollowoak/sealnotes/internal/tools"
	"github.com/hollowoak/sealnotes/internal/vault"
)

func key() ([]byte, error) {
	raw, err := base64.StdEncoding.DecodeString(os.Getenv("SEALNOTES_KEY"))
	if err != nil || len(raw) != vault.KeySize {
		return nil, errors.New("SEALNOTES_KEY must be 32 bytes in base64")
	}
	return raw, os.Unsetenv("SEALNOTES_KEY")
}

func main() {
	log := slog.New(slog.NewTextHandler(os.Stderr, nil))
	master, err := key()
	if err != nil {
		log.Error("key", "error", err)
		os.Exit(2)
	}
	v, err := vault.Open(os.Getenv("SEALNOTES_DIR"), master)
	if err != nil {
		log.Error("vault", "error", err)
		os.Exit(2)
	}
	defer v.Close()

	s := server.NewMCPServer("sealnotes", "0.5.2",
		server.WithToolCapabilities(false),
		server.WithResourceCapabilities(false, false),
		server.WithPromptCapabilities(false),
		server.WithRecovery(),
	)
	tools.Register(s, v, log)
	if err := server.ServeStdio(s); err != nil {
		log.Error("serve", "error", err)
	}
}
