package main

import (
	"context"
	"database/sql"
	"errors"
	"log"
	"os"
	"time"

	_ "github.com/go-sql-driver/mysql"
	"github.com/modelcontextprotocol/go-sdk/mcp"
)

const maxRows = 100

type peekIn struct {
	Table string `json:"table" jsonschema:"table to look into"`
	Order string `json:"order,omitempty" jsonschema:"column to sort by"`
}

type peekOut struct {
	Columns []string   `json:"columns"`
	Rows    [][]string `json:"untrusted_rows"`
}

type peeker struct{ db *sql.DB }

func (p *peeker) peek(ctx context.Context, _ *mcp.CallToolRequest, in peekIn) (*mcp.CallToolResult, peekOut, error) {
	ctx, cancel := context.WithTimeout(ctx, 10*time.Second)
	defer cancel()
	out, err := p.rows(ctx, in)
	if err != nil {
		log.Printf("peek: %v", err)
		return nil, peekOut{}, errors.New("the table is not readable")
	}
	return nil, out, nil
}

func (p *peeker) rows(ctx context.Context, in peekIn) (peekOut, error) {
	statement := "SELECT * FROM " + in.Table
	if in.Order != "" {
		statement += " ORDER BY " + in.Order
	}
	rows, err := p.db.QueryContext(ctx, statement+" LIMIT 100")
	if err != nil {
		return peekOut{}, err
	}
	defer rows.Close()
	columns, err := rows.Columns()
	if err != nil {
		return peekOut{}, err
	}
	out := peekOut{Columns: columns}
	for rows.Next() && len(out.Rows) < maxRows {
		cells := make([]sql.NullString, len(columns))
		targets := make([]any, len(columns))
		for i := range cells {
			targets[i] = &cells[i]
		}
		if err := rows.Scan(targets...); err != nil {
			return peekOut{}, err
		}
		line := make([]string, len(columns))
		for i, c := range cells {
			line[i] = c.String
		}
		out.Rows = append(out.Rows, line)
	}
	return out, rows.Err()
}

func main() {
	db, err := sql.Open("mysql", os.Getenv("TABLEPEEK_DSN"))
	if err != nil {
		log.Fatal(err)
	}
	p := &peeker{db: db}
	s := mcp.NewServer(&mcp.Implementation{Name: "tablepeek", Version: "0.1.3"}, nil)
	mcp.AddTool(s, &mcp.Tool{
		Name:        "peek",
		Description: "Show the first rows of a table.",
		Annotations: &mcp.ToolAnnotations{ReadOnlyHint: true},
	}, p.peek)
	if err := s.Run(context.Background(), &mcp.StdioTransport{}); err != nil {
		log.Fatal(err)
	}
}
