// Command gzlens is an MCP server that counts things in packed logs.
package main

import (
	"log"
	"os"

	mcp "github.com/metoro-io/mcp-golang"
	"github.com/metoro-io/mcp-golang/transport/stdio"

	"github.com/slowriver/gzlens/internal/source"
	"github.com/slowriver/gzlens/internal/tools"
)

func main() {
	log.SetFlags(0)
	log.SetPrefix("gzlens: ")

	logs, err := source.Open(os.Getenv("GZLENS_DIR"))
	if err != nil {
		log.Fatal(err)
	}
	defer logs.Close()

	server := mcp.NewServer(stdio.NewStdioServerTransport(), mcp.WithName("gzlens"), mcp.WithVersion("0.7.4"))
	if err := tools.Register(server, logs); err != nil {
		log.Fatal(err)
	}
	if err := server.Serve(); err != nil {
		log.Fatal(err)
	}
	select {}
}
