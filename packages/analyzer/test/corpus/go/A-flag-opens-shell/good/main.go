package main

import (
	"flag"
	"log"

	"github.com/mark3labs/mcp-go/mcp"
	"github.com/mark3labs/mcp-go/server"
)

type settings struct {
	Wildcards bool
	Root      string
}

var current = settings{Wildcards: false, Root: "/srv/archive"}

func main() {
	flag.BoolVar(&current.Wildcards, "wildcards", false, "accept wildcards")
	flag.Parse()
	s := server.NewMCPServer("archive", "1.0.0")
	s.AddTool(mcp.NewTool("count_entries",
		mcp.WithDescription("Count the entries of an archive"),
		mcp.WithString("archive", mcp.Required(), mcp.MaxLength(60), mcp.Description("Name of the archive")),
	), countEntries)
	if err := server.ServeStdio(s); err != nil {
		log.Fatalf("serve: %v", err)
	}
}
