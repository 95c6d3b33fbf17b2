package main

import (
	"context"
	"database/sql"
	"encoding/json"
	"fmt"
	"log"
	"os"
	"time"

	"github.com/mark3labs/mcp-go/mcp"
	"github.com/mark3labs/mcp-go/server"
	_ "github.com/mattn/go-sqlite3"
)

type member struct {
	ID   int64  `json:"id"`
	Name string `json:"name"`
}

func findMembers(db *sql.DB) server.ToolHandlerFunc {
	return func(ctx context.Context, request mcp.CallToolRequest) (*mcp.CallToolResult, error) {
		surname, err := request.RequireString("surname")
		if err != nil {
			return mcp.NewToolResultError("surname is missing"), nil
		}
		ctx, cancel := context.WithTimeout(ctx, 5*time.Second)
		defer cancel()
		query := fmt.Sprintf("SELECT id, first_name || ' ' || surname FROM members WHERE surname = '%s' LIMIT 20", surname)
		rows, err := db.QueryContext(ctx, query)
		if err != nil {
			log.Printf("find_members: query failed")
			return mcp.NewToolResultError("the members cannot be searched"), nil
		}
		defer rows.Close()
		found := []member{}
		for rows.Next() {
			var m member
			if err := rows.Scan(&m.ID, &m.Name); err != nil {
				return mcp.NewToolResultError("the members cannot be read"), nil
			}
			found = append(found, m)
		}
		if rows.Err() != nil {
			return mcp.NewToolResultError("the members cannot be read"), nil
		}
		text, err := json.Marshal(found)
		if err != nil {
			return mcp.NewToolResultError("the members cannot be shown"), nil
		}
		return mcp.NewToolResultText(string(text)), nil
	}
}

func main() {
	db, err := sql.Open("sqlite3", os.Getenv("CLUB_DB"))
	if err != nil {
		log.Fatal("the database cannot be opened")
	}
	defer db.Close()
	s := server.NewMCPServer("club-members", "1.0.0")
	s.AddTool(mcp.NewTool("find_members",
		mcp.WithDescription("Find members of the club by surname"),
		mcp.WithReadOnlyHintAnnotation(true),
		mcp.WithString("surname", mcp.Required(), mcp.MaxLength(60)),
	), findMembers(db))
	if err := server.ServeStdio(s); err != nil {
		log.Fatal(err)
	}
}
