package main

import (
	"context"
	"log"
	"net/http"
	"os"
	"time"

	"example.org/staffdesk/internal/staff"
	"github.com/jackc/pgx/v5/pgxpool"
	"github.com/mark3labs/mcp-go/mcp"
	"github.com/mark3labs/mcp-go/server"
)

func register(s *server.MCPServer, repo *staff.Repo) {
	s.AddTool(mcp.NewTool("find_staff",
		mcp.WithDescription("Find employees by name."),
		mcp.WithReadOnlyHintAnnotation(true),
		mcp.WithString("name", mcp.Required()),
	), func(ctx context.Context, req mcp.CallToolRequest) (*mcp.CallToolResult, error) {
		ctx, cancel := context.WithTimeout(ctx, 8*time.Second)
		defer cancel()
		people, err := repo.Find(ctx, req.GetString("name", ""))
		if err != nil {
			log.Printf("find_staff: %v", err)
			return mcp.NewToolResultError("the database is not available"), nil
		}
		return mcp.NewToolResultJSON(map[string]any{"staff": people})
	})
	s.AddTool(mcp.NewTool("remove_staff",
		mcp.WithDescription("Delete an employee."),
		mcp.WithDestructiveHintAnnotation(true),
		mcp.WithNumber("id", mcp.Required()),
	), func(ctx context.Context, req mcp.CallToolRequest) (*mcp.CallToolResult, error) {
		ctx, cancel := context.WithTimeout(ctx, 8*time.Second)
		defer cancel()
		id := int64(req.GetInt("id", 0))
		if err := repo.Remove(ctx, id); err != nil {
			log.Printf("remove_staff: %v", err)
			return mcp.NewToolResultError("the database is not available"), nil
		}
		log.Printf("employee %d removed", id)
		return mcp.NewToolResultText("removed"), nil
	})
}

func main() {
	pool, err := pgxpool.New(context.Background(), os.Getenv("STAFFDESK_DSN"))
	if err != nil {
		log.Fatal(err)
	}
	defer pool.Close()

	s := server.NewMCPServer("staffdesk", "1.2.0", server.WithRecovery())
	register(s, &staff.Repo{Pool: pool})

	mux := http.NewServeMux()
	mux.Handle("/mcp", server.NewStreamableHTTPServer(s))
	srv := &http.Server{
		Addr:              os.Getenv("STAFFDESK_ADDR"),
		Handler:           mux,
		ReadHeaderTimeout: 5 * time.Second,
	}
	log.Fatal(srv.ListenAndServeTLS(os.Getenv("STAFFDESK_CERT"), os.Getenv("STAFFDESK_KEY")))
}
