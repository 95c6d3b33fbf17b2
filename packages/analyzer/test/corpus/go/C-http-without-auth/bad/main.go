package main

import (
	"context"
	"log"
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

func main() {
	s := server.NewMCPServer("service-control", "2.0.0")
	s.AddTool(mcp.NewTool("restart_service",
		mcp.WithDescription("Restart a service. Needs confirm=true."),
		mcp.WithDestructiveHintAnnotation(true),
		mcp.WithString("service", mcp.Required(), mcp.Enum("web", "shop")),
		mcp.WithBoolean("confirm", mcp.Required()),
	), restart)
	httpServer := server.NewStreamableHTTPServer(s)
	log.Println("listening on :8080")
	if err := httpServer.Start(":8080"); err != nil {
		log.Fatal(err)
	}
}
