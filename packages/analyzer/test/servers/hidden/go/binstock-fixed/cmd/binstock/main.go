// Command binstock is an MCP server for a parts inventory.
package main

import (
	"context"
	"log"
	"os"
	"os/signal"

	"github.com/modelcontextprotocol/go-sdk/mcp"
	_ "modernc.org/sqlite"

	"github.com/tinplate-works/binstock/internal/store"
	"github.com/tinplate-works/binstock/internal/tools"
)

const version = "0.6.1"

func main() {
	log.SetPrefix("binstock: ")
	log.SetFlags(0)

	ctx, stop := signal.NotifyContext(context.Background(), os.Interrupt)
	defer stop()

	path := os.Getenv("BINSTOCK_DB")
	if path == "" {
		log.Fatal("BINSTOCK_DB is not set")
	}
	st, err := store.Open(ctx, path)
	if err != nil {
		log.Fatal(err)
	}
	defer st.Close()

	srv := mcp.NewServer(&mcp.Implementation{Name: "binstock", Version: version}, nil)
	tools.Add(srv, st)
	if err := srv.Run(ctx, &mcp.StdioTransport{}); err != nil && ctx.Err() == nil {
		log.Print(err)
	}
}
