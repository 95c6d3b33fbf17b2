package main

import (
	"context"
	"database/sql"
	"errors"
	"log/slog"
	"os"
	"path/filepath"
	"time"

	"github.com/mark3labs/mcp-go/mcp"
	"github.com/mark3labs/mcp-go/server"
	_ "modernc.org/sqlite"
)

var orders = map[string]string{"name": "name COLLATE NOCASE", "count": "count DESC", "added": "id"}

type item struct {
	ID    int64  `json:"id"`
	Name  string `json:"name"`
	Count int    `json:"count"`
}

type shelf struct {
	db  *sql.DB
	log *slog.Logger
}

func (s *shelf) tool(fn func(context.Context, mcp.CallToolRequest) (any, error)) server.ToolHandlerFunc {
	return func(ctx context.Context, req mcp.CallToolRequest) (*mcp.CallToolResult, error) {
		ctx, cancel := context.WithTimeout(ctx, 5*time.Second)
		defer cancel()
		out, err := fn(ctx, req)
		var bad badInput
		switch {
		case errors.As(err, &bad):
			return mcp.NewToolResultError(bad.Error()), nil
		case err != nil:
			s.log.Error("tool failed", "tool", req.Params.Name, "error", err)
			return mcp.NewToolResultError("internal error"), nil
		}
		return mcp.NewToolResultJSON(out)
	}
}

type badInput string

func (b badInput) Error() string { return string(b) }

func (s *shelf) list(ctx context.Context, req mcp.CallToolRequest) (any, error) {
	order, ok := orders[req.GetString("order", "added")]
	if !ok {
		return nil, badInput("order must be name, count or added")
	}
	rows, err := s.db.QueryContext(ctx,
		"SELECT id, name, count FROM item WHERE instr(lower(name), lower(?)) > 0 ORDER BY "+order+" LIMIT 200",
		req.GetString("text", ""))
	if err != nil {
		return nil, err
	}
	defer rows.Close()
	items := []item{}
	for rows.Next() {
		var it item
		if err := rows.Scan(&it.ID, &it.Name, &it.Count); err != nil {
			return nil, err
		}
		items = append(items, it)
	}
	return map[string]any{"items": items}, rows.Err()
}

func (s *shelf) put(ctx context.Context, req mcp.CallToolRequest) (any, error) {
	name, count := req.GetString("name", ""), req.GetInt("count", 1)
	if name == "" || len(name) > 200 || count < 0 || count > 1_000_000 {
		return nil, badInput("a name and a sensible count are needed")
	}
	res, err := s.db.ExecContext(ctx, "INSERT INTO item(name, count) VALUES (?, ?)", name, count)
	if err != nil {
		return nil, err
	}
	id, err := res.LastInsertId()
	return map[string]any{"id": id}, err
}

func (s *shelf) drop(ctx context.Context, req mcp.CallToolRequest) (any, error) {
	res, err := s.db.ExecContext(ctx, "DELETE FROM item WHERE id = ?", req.GetInt("id", 0))
	if err != nil {
		return nil, err
	}
	if n, err := res.RowsAffected(); err != nil || n == 0 {
		return nil, badInput("no such item")
	}
	return map[string]any{"removed": true}, nil
}

func open() (*sql.DB, error) {
	dir, err := os.UserConfigDir()
	if err != nil {
		return nil, err
	}
	dir = filepath.Join(dir, "shelfkeeper")
	if err := os.MkdirAll(dir, 0o700); err != nil {
		return nil, err
	}
	db, err := sql.Open("sqlite", filepath.Join(dir, "items.db"))
	if err != nil {
		return nil, err
	}
	_, err = db.Exec("CREATE TABLE IF NOT EXISTS item(id INTEGER PRIMARY KEY, name TEXT NOT NULL, count INTEGER NOT NULL)")
	return db, err
}

func main() {
	logger := slog.New(slog.NewTextHandler(os.Stderr, nil))
	db, err := open()
	if err != nil {
		logger.Error("cannot open the data base", "error", err)
		os.Exit(1)
	}
	defer db.Close()
	sh := &shelf{db: db, log: logger}

	s := server.NewMCPServer("shelfkeeper", "2.0.0", server.WithRecovery())
	s.AddTools(
		server.ServerTool{Tool: mcp.NewTool("list_items",
			mcp.WithDescription("Items on the user's shelf."),
			mcp.WithReadOnlyHintAnnotation(true),
			mcp.WithString("text"),
			mcp.WithString("order", mcp.Enum("name", "count", "added")),
		), Handler: sh.tool(sh.list)},
		server.ServerTool{Tool: mcp.NewTool("put_item",
			mcp.WithDescription("Put an item on the shelf."),
			mcp.WithDestructiveHintAnnotation(false),
			mcp.WithString("name", mcp.Required()),
			mcp.WithNumber("count"),
		), Handler: sh.tool(sh.put)},
		server.ServerTool{Tool: mcp.NewTool("remove_item",
			mcp.WithDescription("Remove an item for good."),
			mcp.WithDestructiveHintAnnotation(true),
			mcp.WithNumber("id", mcp.Required()),
		), Handler: sh.tool(sh.drop)},
	)
	if err := server.ServeStdio(s); err != nil {
		logger.Error("server stopped", "error", err)
	}
}
