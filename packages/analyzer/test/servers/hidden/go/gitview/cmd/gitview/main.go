// Command gitview is a read-only MCP server for local git repositories.
package main

import (
	"log/slog"
	"os"

	"github.com/mark3labs/mcp-go/server"

	"github.com/copperwren/gitview/internal/gitcmd"
	"github.com/copperwren/gitview/internal/repos"
	"github.com/copperwren/gitview/internal/tools"
)

func main() {
	log := slog.New(slog.NewTextHandler(os.Stderr, nil))

	list, err := repos.Parse(os.Getenv("GITVIEW_REPOS"))
	if err != nil {
		log.Error("GITVIEW_REPOS", "error", err)
		os.Exit(2)
	}
	git, err := gitcmd.New(log)
	if err != nil {
		log.Error("git", "error", err)
		os.Exit(2)
	}

	s := server.NewMCPServer("gitview", "1.1.0", server.WithToolCapabilities(false), server.WithRecovery())
	tools.Register(s, list, git)
	if err := server.ServeStdio(s); err != nil {
		log.Error("serve", "error", err)
		os.Exit(1)
	}
}
