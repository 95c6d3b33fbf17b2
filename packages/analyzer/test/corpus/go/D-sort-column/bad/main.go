package main

import (
	"context"
	"database/sql"
	"errors"
	"log"
	"os"

	_ "github.com/lib/pq"
	"github.com/modelcontextprotocol/go-sdk/mcp"

	"tuchfabrik.example/stock/internal/articles"
)

type ListArgs struct {
	SortBy string `json:"sort_by,omitempty" jsonschema:"name, pieces or price"`
	Limit  int    `json:"limit,omitempty" jsonschema:"at most 100"`
}

type ListResult struct {
	Articles []articles.Article `json:"articles"`
}

type handlers struct {
	repo *articles.Repo
}

func (h handlers) list(ctx context.Context, req *mcp.CallToolRequest, args ListArgs) (*mcp.CallToolResult, ListResult, error) {
	sortBy := args.SortBy
	if sortBy == "" {
		sortBy = "name"
	}
	found, err := h.repo.List(ctx, sortBy, args.Limit)
	if err != nil {
		return nil, ListResult{}, errors.New("the articles cannot be listed")
	}
	return nil, ListResult{Articles: found}, nil
}

func main() {
	db, err := sql.Open("postgres", os.Getenv("STOCK_DSN"))
	if err != nil {
		log.Fatal("the database cannot be opened")
	}
	defer db.Close()
	h := handlers{repo: articles.NewRepo(db)}
	server := mcp.NewServer(&mcp.Implementation{Name: "stock", Version: "v1.0.0"}, nil)
	mcp.AddTool(server, &mcp.Tool{Name: "list_articles", Description: "List articles of the stock"}, h.list)
	if err := server.Run(context.Background(), &mcp.StdioTransport{}); err != nil {
		log.Fatal(err)
	}
}
