package main

import (
	"context"
	"database/sql"
	"encoding/json"
	"log/slog"
	"os"

	"github.com/mark3labs/mcp-go/mcp"
	"github.com/mark3labs/mcp-go/server"

	"example.com/shop/internal/db"
)

type searchArgs struct {
	Words []string `json:"words"`
	Sort  string   `json:"sort"`
	Limit int      `json:"limit"`
}

func main() {
	logger := slog.New(slog.NewJSONHandler(os.Stderr, nil))
	pool, err := sql.Open("pgx", os.Getenv("DATABASE_URL"))
	if err != nil {
		logger.Error("cannot open the database")
		os.Exit(1)
	}
	store := db.New(pool)
	s := server.NewMCPServer("shop", "2.0.0")
	s.AddTool(mcp.NewTool("search_products", mcp.WithDescription("Search products"), mcp.WithArray("words"), mcp.WithString("sort", mcp.Enum("name", "price")), mcp.WithNumber("limit")),
		mcp.NewTypedToolHandler(func(ctx context.Context, _ mcp.CallToolRequest, a searchArgs) (*mcp.CallToolResult, error) {
			if len(a.Words) > 10 {
				return mcp.NewToolResultError("at most ten words"), nil
			}
			products, err := store.Search(ctx, db.Query{Words: a.Words, Sort: a.Sort, Limit: a.Limit})
			if err != nil {
				logger.Error("search failed", "error", err)
				return mcp.NewToolResultError("search failed"), nil
			}
			data, err := json.Marshal(products)
			if err != nil {
				return nil, err
			}
			return mcp.NewToolResultText(string(data)), nil
		}))
	if err := server.ServeStdio(s); err != nil {
		logger.Error("server stopped", "error", err)
	}
}
