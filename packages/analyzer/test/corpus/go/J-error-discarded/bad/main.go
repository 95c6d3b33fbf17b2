package main

import (
	"context"
	"database/sql"
	"log"
	"os"
	"time"

	"github.com/mark3labs/mcp-go/mcp"
	"github.com/mark3labs/mcp-go/server"
	_ "github.com/mattn/go-sqlite3"
)

type canteen struct{ db *sql.DB }

func (c *canteen) order(ctx context.Context, request mcp.CallToolRequest) (*mcp.CallToolResult, error) {
	dish, err := request.RequireString("dish")
	if err != nil || len(dish) > 80 {
		return mcp.NewToolResultError("dish is missing or too long"), nil
	}
	portions := request.GetInt("portions", 1)
	if portions < 1 || portions > 20 {
		return mcp.NewToolResultError("portions must lie between 1 and 20"), nil
	}
	ctx, cancel := context.WithTimeout(ctx, 5*time.Second)
	defer cancel()
	_, _ = c.db.ExecContext(ctx, "INSERT INTO orders (dish, portions) VALUES (?, ?)", dish, portions)
	return mcp.NewToolResultText("ordered"), nil
}

func main() {
	db, err := sql.Open("sqlite3", os.Getenv("CANTEEN_DB"))
	if err != nil {
		log.Fatal("the database cannot be opened")
	}
	defer db.Close()
	c := &canteen{db: db}
	s := server.NewMCPServer("canteen", "1.0.0")
	s.AddTool(mcp.NewTool("order_dish",
		mcp.WithDescription("Order a dish of the canteen"),
		mcp.WithDestructiveHintAnnotation(false),
		mcp.WithString("dish", mcp.Required(), mcp.MaxLength(80)),
		mcp.WithNumber("portions", mcp.Min(1), mcp.Max(20)),
	), c.order)
	if err := server.ServeStdio(s); err != nil {
		log.Fatal(err)
	}
}
