package main

import (
	"context"
	"crypto/subtle"
	"log"
	"net/http"
	"os"
	"time"

	"github.com/mark3labs/mcp-go/mcp"
	"github.com/mark3labs/mcp-go/server"
)

func restart(ctx context.Context, _ mcp.CallToolRequest) (*mcp.CallToolResult, error) {
	if err := os.WriteFile("/run/app/restart", []byte("1"), 0o600); err != nil {
		return mcp.NewToolResultError("could not restart"), nil
	}
	return mcp.NewToolResultText("restarting"), nil
}

func auth(next http.Handler) http.Handler {
	want := []byte("Bearer " + os.Getenv("MCP_TOKEN"))
	return http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		if subtle.ConstantTimeCompare([]byte(r.Header.Get("Authorization")), want) != 1 {
			http.Error(w, "unauthorized", http.StatusUnauthorized)
			return
		}
		if o := r.Header.Get("Origin"); o != "" && o != "http://localhost:9000" {
			http.Error(w, "forbidden", http.StatusForbidden)
			return
		}
		next.ServeHTTP(w, r)
	})
}

func main() {
	s := server.NewMCPServer("ops", "1.0.0")
	s.AddTool(mcp.NewTool("restart_app", mcp.WithDescription("Restart the application"), mcp.WithDestructiveHintAnnotation(true)), restart)
	h := server.NewStreamableHTTPServer(s)
	hs := &http.Server{Addr: "127.0.0.1:9000", Handler: auth(h), ReadHeaderTimeout: 5 * time.Second}
	if err := hs.ListenAndServe(); err != nil {
		log.Fatal(err)
	}
}
