// Command trainboard is an MCP server for departure boards.
package main

import (
	"context"
	"log"
	"os"
	"os/signal"
	"syscall"
	"time"

	"github.com/viaduct-dev/trainboard/internal/board"
	"github.com/viaduct-dev/trainboard/internal/railapi"
	"github.com/viaduct-dev/trainboard/internal/stdio"
)

func main() {
	logger := log.New(os.Stderr, "trainboard: ", 0)

	opts := []railapi.Option{railapi.WithKey(os.Getenv("TRAINBOARD_KEY"))}
	if text := os.Getenv("TRAINBOARD_TIMEOUT"); text != "" {
		d, err := time.ParseDuration(text)
		if err != nil || d <= 0 {
			logger.Fatal("TRAINBOARD_TIMEOUT is not a duration")
		}
		opts = append(opts, railapi.WithTimeout(d))
	}
	api, err := railapi.New(os.Getenv("TRAINBOARD_URL"), opts...)
	if err != nil {
		logger.Fatal(err)
	}

	ctx, stop := signal.NotifyContext(context.Background(), os.Interrupt, syscall.SIGTERM)
	defer stop()

	srv := stdio.New("trainboard", "1.4.0")
	board.Register(srv, api, logger)
	if err := srv.Run(ctx, os.Stdin, os.Stdout); err != nil {
		logger.Fatal(err)
	}
}
