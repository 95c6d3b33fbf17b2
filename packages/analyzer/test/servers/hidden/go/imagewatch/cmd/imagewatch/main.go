// Command imagewatch is an MCP server that looks at container images.
package main

import (
	"context"
	"log"
	"os"
	"os/signal"
	"strings"
	"syscall"

	"github.com/portside-tools/imagewatch/internal/creds"
	"github.com/portside-tools/imagewatch/internal/jsonrpc"
	"github.com/portside-tools/imagewatch/internal/registry"
	"github.com/portside-tools/imagewatch/internal/toolset"
)

func main() {
	logger := log.New(os.Stderr, "imagewatch ", log.LstdFlags)
	ctx, stop := signal.NotifyContext(context.Background(), os.Interrupt, syscall.SIGTERM)
	defer stop()

	hosts := strings.Fields(os.Getenv("IMAGEWATCH_REGISTRIES"))
	if len(hosts) == 0 {
		logger.Fatal("IMAGEWATCH_REGISTRIES is empty")
	}
	client, err := registry.New(hosts, creds.FromEnv, logger)
	if err != nil {
		logger.Fatal(err)
	}

	srv := jsonrpc.NewServer("imagewatch", "0.3.0", toolset.New(client))
	if err := srv.Serve(ctx, os.Stdin, os.Stdout); err != nil {
		logger.Fatal(err)
	}
}
