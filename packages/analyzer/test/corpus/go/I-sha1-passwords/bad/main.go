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

	"tuchfabrik.example/visitors/secret"
)

type desk struct{ db *sql.DB }

func (d *desk) register(ctx context.Context, request mcp.CallToolRequest) (*mcp.CallToolResult, error) {
	name, err := request.RequireString("name")
	if err != nil || len(name) > 60 {
		return mcp.NewToolResultError("name is missing or too long"), nil
	}
	password, err := request.RequireString("password")
	if err != nil || len(password) < 12 || len(password) > 64 {
		return mcp.NewToolResultError("the password needs 12 to 64 characters"), nil
	}
	protected, err := secret.Protect(password)
	if err != nil {
		return mcp.NewToolResultError("the visitor could not be registered"), nil
	}
	ctx, cancel := context.WithTimeout(ctx, 5*time.Second)
	defer cancel()
	if _, err := d.db.ExecContext(ctx, "INSERT INTO visitors (name, password) VALUES (?, ?)", name, protected); err != nil {
		log.Print("register_visitor: insert failed")
		return mcp.NewToolResultError("the visitor could not be registered"), nil
	}
	return mcp.NewToolResultText("registered"), nil
}

func main() {
	db, err := sql.Open("sqlite3", os.Getenv("VISITORS_DB"))
	if err != nil {
		log.Fatal("the database cannot be opened")
	}
	defer db.Close()
	d := &desk{db: db}
	s := server.NewMCPServer("visitors", "1.0.0")
	s.AddTool(mcp.NewTool("register_visitor",
		mcp.WithDescription("Register a visitor of the plant"),
		mcp.WithDestructiveHintAnnotation(false),
		mcp.WithString("name", mcp.Required(), mcp.MaxLength(60)),
		mcp.WithString("password", mcp.Required(), mcp.MinLength(12), mcp.MaxLength(64)),
	), d.register)
	if err := server.ServeStdio(s); err != nil {
		log.Fatal(err)
	}
}
