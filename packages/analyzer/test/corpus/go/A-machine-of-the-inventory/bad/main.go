package main

import (
	"context"
	"database/sql"
	"log"
	"os/exec"
	"time"

	"github.com/mark3labs/mcp-go/mcp"
	"github.com/mark3labs/mcp-go/server"
	_ "modernc.org/sqlite"
)

type inventory struct{ db *sql.DB }

func (i *inventory) register(ctx context.Context, request mcp.CallToolRequest) (*mcp.CallToolResult, error) {
	_, err := i.db.ExecContext(ctx, "INSERT INTO machines (address) VALUES (?)", request.GetString("address", ""))
	if err != nil {
		return nil, err
	}
	return mcp.NewToolResultText("registered"), nil
}

func (i *inventory) probe(ctx context.Context, request mcp.CallToolRequest) (*mcp.CallToolResult, error) {
	ctx, cancel := context.WithTimeout(ctx, 10*time.Second)
	defer cancel()
	var address string
	row := i.db.QueryRowContext(ctx, "SELECT address FROM machines WHERE id = ?", request.GetInt("id", 0))
	if err := row.Scan(&address); err != nil {
		return nil, err
	}
	out, err := exec.CommandContext(ctx, "sh", "-c", "ping -c 1 "+address).Output()
	if err != nil {
		return nil, err
	}
	return mcp.NewToolResultText(string(out)), nil
}

func main() {
	db, err := sql.Open("sqlite", "inventory.db")
	if err != nil {
		log.Fatal(err)
	}
	machines := &inventory{db: db}
	s := server.NewMCPServer("inventory", "1.2.0")
	s.AddTool(mcp.NewTool("probe", mcp.WithDescription("Asks a registered machine whether it answers"), mcp.WithNumber("id", mcp.Required())), machines.probe)
	s.AddTool(mcp.NewTool("register", mcp.WithDescription("Registers a machine"), mcp.WithString("address", mcp.Required(), mcp.MaxLength(200))), machines.register)
	if err := server.ServeStdio(s); err != nil {
		log.Fatal(err)
	}
}
