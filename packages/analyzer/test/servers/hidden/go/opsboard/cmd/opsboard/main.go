// Command opsboard serves the state of systemd units over MCP.
package main

import (
	"context"
	"fmt"
	"log/slog"
	"net"
	"net/http"
	"net/netip"
	"os"
	"os/signal"
	"strings"
	"syscall"
	"time"

	"github.com/modelcontextprotocol/go-sdk/auth"
	"github.com/modelcontextprotocol/go-sdk/mcp"

	"github.com/nightferry/opsboard/internal/access"
	"github.com/nightferry/opsboard/internal/board"
	"github.com/nightferry/opsboard/internal/systemd"
)

const maxBody = 64 << 10

// newLogger makes a logger that blanks out attributes that could be secrets.
func newLogger() *slog.Logger {
	return slog.New(slog.NewJSONHandler(os.Stderr, &slog.HandlerOptions{
		ReplaceAttr: func(_ []string, a slog.Attr) slog.Attr {
			switch strings.ToLower(a.Key) {
			case "token", "authorization", "cookie", "password":
				return slog.String(a.Key, "[redacted]")
			}
			return a
		},
	}))
}

func main() {
	log := newLogger()
	if err := run(log); err != nil {
		log.Error("opsboard stopped", "error", err)
		os.Exit(1)
	}
}

func listenAddr() (string, error) {
	addr := os.Getenv("OPSBOARD_ADDR")
	if addr == "" {
		addr = "127.0.0.1:8791"
	}
	ap, err := netip.ParseAddrPort(addr)
	if err != nil || !ap.Addr().IsLoopback() {
		return "", fmt.Errorf("OPSBOARD_ADDR must be a loopback address with a port")
	}
	return ap.String(), nil
}

func run(log *slog.Logger) error {
	ctx, stop := signal.NotifyContext(context.Background(), os.Interrupt, syscall.SIGTERM)
	defer stop()

	addr, err := listenAddr()
	if err != nil {
		return err
	}
	tokens, err := access.NewTokens(os.Getenv("OPSBOARD_READ_TOKEN"), os.Getenv("OPSBOARD_OPERATE_TOKEN"))
	if err != nil {
		return err
	}
	units, err := systemd.New(strings.Fields(os.Getenv("OPSBOARD_UNITS")), log)
	if err != nil {
		return err
	}

	server := mcp.NewServer(&mcp.Implementation{Name: "opsboard", Version: "1.3.0"}, nil)
	board.Add(server, units, log)

	handler := mcp.NewStreamableHTTPHandler(func(*http.Request) *mcp.Server { return server },
		&mcp.StreamableHTTPOptions{Stateless: true})
	guarded := auth.RequireBearerToken(tokens.Verify, &auth.RequireBearerTokenOptions{
		Scopes: []string{access.ScopeRead},
	})(http.MaxBytesHandler(handler, maxBody))

	mux := http.NewServeMux()
	mux.Handle("/mcp", access.SameHost(addr, guarded))
	srv := &http.Server{
		Handler:           mux,
		ReadHeaderTimeout: 5 * time.Second,
		ReadTimeout:       15 * time.Second,
		IdleTimeout:       time.Minute,
		MaxHeaderBytes:    8 << 10,
	}
	ln, err := net.Listen("tcp", addr)
	if err != nil {
		return err
	}
	log.Info("listening", "addr", addr)

	done := make(chan error, 1)
	go func() { done <- srv.Serve(ln) }()
	select {
	case err := <-done:
		return err
	case <-ctx.Done():
		grace, cancel := context.WithTimeout(context.Background(), 5*time.Second)
		defer cancel()
		return srv.Shutdown(grace)
	}
}
