package main

import (
	"context"
	"errors"
	"log/slog"
	"net/http"
	"os"
	"time"

	"example.org/roomplan/internal/tokens"
	"github.com/jackc/pgx/v5"
	"github.com/jackc/pgx/v5/pgxpool"
	"github.com/modelcontextprotocol/go-sdk/auth"
	"github.com/modelcontextprotocol/go-sdk/mcp"
)

type booking struct {
	ID    int64     `json:"id"`
	Room  string    `json:"room"`
	Start time.Time `json:"start"`
}

type listOut struct {
	Bookings []booking `json:"bookings"`
}

type cancelIn struct {
	ID int64 `json:"id" jsonschema:"number of the booking"`
}

type cancelOut struct {
	Cancelled bool `json:"cancelled"`
}

type plan struct{ pool *pgxpool.Pool }

func subject(req *mcp.CallToolRequest) (string, error) {
	if req.Extra == nil || req.Extra.TokenInfo == nil || req.Extra.TokenInfo.UserID == "" {
		return "", errors.New("not signed in")
	}
	return req.Extra.TokenInfo.UserID, nil
}

func (p *plan) list(ctx context.Context, req *mcp.CallToolRequest, _ struct{}) (*mcp.CallToolResult, listOut, error) {
	who, err := subject(req)
	if err != nil {
		return nil, listOut{}, err
	}
	ctx, cancel := context.WithTimeout(ctx, 5*time.Second)
	defer cancel()
	rows, err := p.pool.Query(ctx, "SELECT id, room, start FROM booking WHERE owner = $1 ORDER BY start LIMIT 100", who)
	if err == nil {
		var found []booking
		if found, err = pgx.CollectRows(rows, pgx.RowToStructByPos[booking]); err == nil {
			return nil, listOut{Bookings: found}, nil
		}
	}
	slog.Error("list failed", "error", err)
	return nil, listOut{}, errors.New("the plan is not available")
}

func (p *plan) cancel(ctx context.Context, req *mcp.CallToolRequest, in cancelIn) (*mcp.CallToolResult, cancelOut, error) {
	who, err := subject(req)
	if err != nil {
		return nil, cancelOut{}, err
	}
	ctx, stop := context.WithTimeout(ctx, 5*time.Second)
	defer stop()
	tag, err := p.pool.Exec(ctx, "DELETE FROM booking WHERE id = $1 AND owner = $2", in.ID, who)
	if err != nil {
		slog.Error("cancel failed", "error", err)
		return nil, cancelOut{}, errors.New("the plan is not available")
	}
	slog.Info("booking cancelled", "id", in.ID, "by", who, "rows", tag.RowsAffected())
	return nil, cancelOut{Cancelled: tag.RowsAffected() == 1}, nil
}

func newServer(p *plan) *mcp.Server {
	yes := true
	s := mcp.NewServer(&mcp.Implementation{Name: "roomplan", Version: "1.0.3"}, nil)
	mcp.AddTool(s, &mcp.Tool{
		Name: "my_bookings", Description: "The caller's bookings.",
		Annotations: &mcp.ToolAnnotations{ReadOnlyHint: true},
	}, p.list)
	mcp.AddTool(s, &mcp.Tool{
		Name: "cancel_booking", Description: "Cancel one of the caller's bookings.",
		Annotations: &mcp.ToolAnnotations{DestructiveHint: &yes},
	}, p.cancel)
	return s
}

func run() error {
	pool, err := pgxpool.New(context.Background(), os.Getenv("ROOMPLAN_DSN"))
	if err != nil {
		return err
	}
	defer pool.Close()

	s := newServer(&plan{pool: pool})
	handler := mcp.NewStreamableHTTPHandler(func(*http.Request) *mcp.Server { return s }, nil)
	guard := auth.RequireBearerToken(tokens.Verifier(pool), &auth.RequireBearerTokenOptions{Scopes: []string{"rooms"}})
	origins := http.NewCrossOriginProtection()

	mux := http.NewServeMux()
	mux.Handle("/mcp", origins.Handler(guard(http.MaxBytesHandler(handler, 1<<20))))
	srv := &http.Server{
		Addr:              "127.0.0.1:8085",
		Handler:           mux,
		ReadHeaderTimeout: 5 * time.Second,
		IdleTimeout:       60 * time.Second,
	}
	return srv.ListenAndServe()
}

func main() {
	if err := run(); err != nil {
		slog.Error("stopped", "error", err)
		os.Exit(1)
	}
}
