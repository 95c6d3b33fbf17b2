package main

import (
	"context"
	"log"
	"os"
	"time"

	"example.org/recipes/store"
	"github.com/mark3labs/mcp-go/mcp"
	"github.com/mark3labs/mcp-go/server"
)

type searchArgs struct {
	Ingredient string `json:"ingredient"`
	MaxMinutes int    `json:"max_minutes"`
	Limit      int    `json:"limit"`
}

func searchHandler(st *store.Store) func(context.Context, mcp.CallToolRequest, searchArgs) (*mcp.CallToolResult, error) {
	return func(ctx context.Context, _ mcp.CallToolRequest, args searchArgs) (*mcp.CallToolResult, error) {
		ctx, cancel := context.WithTimeout(ctx, 5*time.Second)
		defer cancel()
		if args.Limit < 1 || args.Limit > 100 {
			args.Limit = 20
		}
		found, err := st.Search(ctx, store.Filter{Ingredient: args.Ingredient, MaxMinutes: args.MaxMinutes, Limit: args.Limit})
		if err != nil {
			log.Printf("search: %v", err)
			return mcp.NewToolResultError("the search failed"), nil
		}
		return mcp.NewToolResultJSON(map[string]any{"recipes": found})
	}
}

func main() {
	path := os.Getenv("RECIPES_DB")
	if path == "" {
		path = "recipes.db"
	}
	st, err := store.Open(path)
	if err != nil {
		log.Fatal(err)
	}
	s := server.NewMCPServer("recipes", "0.5.1")
	s.AddTool(mcp.NewTool("search_recipes",
		mcp.WithDescription("Search the user's own recipes."),
		mcp.WithReadOnlyHintAnnotation(true),
		mcp.WithString("ingredient"),
		mcp.WithNumber("max_minutes"),
		mcp.WithNumber("limit"),
	), mcp.NewTypedToolHandler(searchHandler(st)))
	if err := server.ServeStdio(s); err != nil {
		log.Fatal(err)
	}
}
