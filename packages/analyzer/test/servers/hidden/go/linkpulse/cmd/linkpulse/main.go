// Command linkpulse is an MCP server that checks links.
package main

import (
	"log"
	"os"
	"strings"

	mcp "github.com/metoro-io/mcp-golang"
	"github.com/metoro-io/mcp-golang/transport/stdio"

	"github.com/tidewire/linkpulse/internal/netguard"
	"github.com/tidewire/linkpulse/internal/probe"
	"github.com/tidewire/linkpulse/internal/tools"
)

func main() {
	log.SetPrefix("linkpulse: ")

	hosts, err := netguard.NewHosts(strings.Split(os.Getenv("LINKPULSE_HOSTS"), ","))
	if err != nil {
		log.Fatal(err)
	}
	prober := probe.New(hosts,
		probe.WithToken(os.Getenv("LINKPULSE_TOKEN_HOST"), os.Getenv("LINKPULSE_TOKEN")),
	)
	server := mcp.NewServer(stdio.NewStdioServerTransport(), mcp.WithName("linkpulse"), mcp.WithVersion("0.3.1"))
	if err := tools.Register(server, hosts, prober); err != nil {
		log.Fatal(err)
	}
	if err := server.Serve(); err != nil {
		log.Fatal(err)
	}
	select {}
}
