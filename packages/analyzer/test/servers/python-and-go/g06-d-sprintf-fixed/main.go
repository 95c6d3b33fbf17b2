package main

import (
	"context"
	"database/sql"
	"encoding/json"
	"fmt"
	"log"
	"os"

	"github.com/mark3labs/mcp-go/mcp"
	"github.com/mark3labs/mcp-go/server"
	_ "github.com/lib/pq"
)

type Service struct {
	db *sql.DB
}

type OrderArgs struct {
	Customer string `json:"customer"`
	Limit    int    `json:"limit"`
}

type Order struct {
	ID    int64   `json:"id"`
	Total float64 `json:"total"`
}

func (s *Service) Orders(ctx context.Context, req mcp.CallToolRequest) (*mcp.CallToolResult, error) {
	var in OrderArgs
	if err := req.BindArguments(&in); err != nil {
		return mcp.NewToolResultError("invalid arguments"), nil
	}
	if in.Limit <= 0 || in.Limit > 100 {
		in.Limit = 20
	}
	q := fmt.Sprintf("SELECT id, total FROM orders WHERE customer = $1 ORDER BY id DESC LIMIT %d", in.Limit)
	rows, err := s.db.QueryContext(ctx, q, in.Customer)
	if err != nil {
		return mcp.NewToolResultError("query failed"), nil
	}
	defer rows.Close()
	var out []Order
	for rows.Next() {
		var o Order
		if err := rows.Scan(&o.ID, &o.Total); err != nil {
			return mcp.NewToolResultError("scan failed"), nil
		}
		out = append(out, o)
	}
	data, err := json.Marshal(out)
	if err != nil {
		return nil, err
	}
	return mcp.NewToolResultText(string(data)), nil
}

func main() {
	db, err := sql.Open("postgres", os.Getenv("DATABASE_URL"))
	if err != nil {
		log.Fatal(err)
	}
	svc := &Service{db: db}
	s := server.NewMCPServer("orders", "1.0.0")
	s.AddTool(mcp.NewTool("orders", mcp.WithDescription("Orders of a customer"), mcp.WithString("customer"), mcp.WithNumber("limit")), svc.Orders)
	if err := server.ServeStdio(s); err != nil {
		log.Fatal(err)
	}
}
