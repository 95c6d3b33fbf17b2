package main

import (
	"context"
	"database/sql"
	"log"
	"os"
	"strings"
	"time"

	"github.com/modelcontextprotocol/go-sdk/mcp"
	_ "modernc.org/sqlite"
)

type CountArgs struct {
	Tags []string `json:"tags" jsonschema:"up to 20 tags"`
}

type CountResult struct {
	Photos int    `json:"photos"`
	Error  string `json:"error,omitempty"`
}

type album struct{ db *sql.DB }

func (a album) count(ctx context.Context, req *mcp.CallToolRequest, args CountArgs) (*mcp.CallToolResult, CountResult, error) {
	if len(args.Tags) == 0 || len(args.Tags) > 20 {
		return nil, CountResult{Error: "give 1 to 20 tags"}, nil
	}
	ctx, cancel := context.WithTimeout(ctx, 5*time.Second)
	defer cancel()
	var result CountResult
	list := "'" + strings.Join(args.Tags, "','") + "'"
	row := a.db.QueryRowContext(ctx, "SELECT count(DISTINCT photo) FROM tags WHERE tag IN ("+list+")")
	if err := row.Scan(&result.Photos); err != nil {
		log.Printf("count_photos failed")
		return nil, CountResult{Error: "the photos cannot be counted"}, nil
	}
	return nil, result, nil
}

func main() {
	db, err := sql.Open("sqlite", os.Getenv("ALBUM_DB"))
	if err != nil {
		log.Fatal("the album cannot be opened")
	}
	defer db.Close()
	server := mcp.NewServer(&mcp.Implementation{Name: "album", Version: "v0.5.0"}, nil)
	mcp.AddTool(server, &mcp.Tool{
		Name:        "count_photos",
		Description: "Count the photos that carry one of the tags",
		Annotations: &mcp.ToolAnnotations{ReadOnlyHint: true},
	}, album{db: db}.count)
	if err := server.Run(context.Background(), &mcp.StdioTransport{}); err != nil {
		log.Fatal(err)
	}
}
