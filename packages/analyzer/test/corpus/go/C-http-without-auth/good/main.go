package main

import (
	"context"
	"crypto/subtle"
	"log"
	"net/http"
	"os"
	"os/exec"
	"time"

	"github.com/mark3labs/mcp-go/mcp"
	"github.com/mark3labs/mcp-go/server"
)

var units = map[string]string{"web": "nginx.service", "shop": "shop-backend.service"}

func restart(ctx context.Context, request mcp.CallToolRequest) (*mcp.CallToolResult, error) {
	unit, ok := units[request.GetString("service", "")]
	if !ok {
		return mcp.NewToolResultError("unknown service"), nil
	}
	if !request.GetBool("confirm", false) {
		return mcp.NewToolResultError("confirm is not set"), nil
	}
	ctx, cancel := context.WithTimeout(ctx, time.Minute)
	defer cancel()
	if err := exec.CommandContext(ctx, "systemctl", "restart", unit).Run(); err != nil {
		log.Printf("restart of %s failed", unit)
		return mcp.NewToolResultError("the restart failed"), nil
	}
	log.Printf("%s restarted", unit)
	return mcp.NewToolResultText("restarted"), nil
}

func guarded(next http.Handler, token string) http.Handler {
	want := []byte("Bearer " + token)
	return http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		if origin := r.Header.Get("Origin"); origin != "" && origin != "https://ops.tuchfabrik.example" {
			http.Error(w, "forbidden", http.StatusForbidden)
			return
		}
		if subtle.ConstantTimeCompare([]byte(r.Header.Get("Authorization")), want) != 1 {
			http.Error(w, "unauthorized", http.StatusUnauthorized)
			return
		}
		next.ServeHTTP(w, r)
	})
}

func main() {
	s := server.NewMCPServer("service-control", "2.0.0")
	s.AddTool(mcp.NewTool("restart_service",
		mcp.WithDescription("Restart a service. Needs confirm=true."),
		mcp.WithDestructiveHintAnnotation(true),
		mcp.WithString("service", mcp.Required(), mcp.Enum("web", "shop")),
		mcp.WithBoolean("confirm", mcp.Required()),
	), restart)
	token := os.Getenv("SERVICE_CONTROL_TOKEN")
	if len(token) < 32 {
		log.Fatal("SERVICE_CONTROL_TOKEN is missing or too short")
	}
	mux := http.NewServeMux()
	mux.Handle("/mcp", guarded(server.NewStreamableHTTPServer(s), token))
	listener := &http.Server{
		Addr:              "127.0.0.1:8080",
		Handler:           http.MaxBytesHandler(mux, 1<<20),
		ReadHeaderTimeout: 5 * time.Second,
		IdleTimeout:       time.Minute,
	}
	if err := listener.ListenAndServe(); err != nil {
		log.Fatal(err)
	}
}
