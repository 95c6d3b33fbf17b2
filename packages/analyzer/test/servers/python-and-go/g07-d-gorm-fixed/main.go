package main

import (
	"context"
	"encoding/json"
	"log"
	"os"

	"github.com/mark3labs/mcp-go/mcp"
	"github.com/mark3labs/mcp-go/server"
	"gorm.io/driver/postgres"
	"gorm.io/gorm"

	"example.com/people/repo"
)

type findArgs struct {
	City string `json:"city"`
}

func main() {
	db, err := gorm.Open(postgres.Open(os.Getenv("DSN")), &gorm.Config{})
	if err != nil {
		log.Fatal(err)
	}
	r := repo.New(db)
	s := server.NewMCPServer("people", "0.2.0")
	s.AddTool(
		mcp.NewTool("find_people", mcp.WithDescription("People of a city"), mcp.WithString("city", mcp.Required())),
		mcp.NewTypedToolHandler(func(ctx context.Context, req mcp.CallToolRequest, args findArgs) (*mcp.CallToolResult, error) {
			people, err := r.Find(ctx, repo.Filter{City: args.City})
			if err != nil {
				return mcp.NewToolResultError("search failed"), nil
			}
			names := make([]string, 0, len(people))
			for _, p := range people {
				names = append(names, p.Name)
			}
			data, err := json.Marshal(names)
			if err != nil {
				return nil, err
			}
			return mcp.NewToolResultText(string(data)), nil
		}),
	)
	if err := server.ServeStdio(s); err != nil {
		log.Fatal(err)
	}
}
