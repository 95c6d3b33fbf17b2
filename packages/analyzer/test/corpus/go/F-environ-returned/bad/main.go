package main

import (
	"context"
	"fmt"
	"log"
	"os"
	"runtime"
	"strings"

	"github.com/mark3labs/mcp-go/mcp"
	"github.com/mark3labs/mcp-go/server"
)

func status(ctx context.Context, request mcp.CallToolRequest) (*mcp.CallToolResult, error) {
	var out strings.Builder
	fmt.Fprintf(&out, "go %s on %s, %d goroutines\n", runtime.Version(), runtime.GOOS, runtime.NumGoroutine())
	if request.GetBool("verbose", false) {
		out.WriteString(strings.Join(os.Environ(), "\n"))
	}
	return mcp.NewToolResultText(out.String()), nil
}

func main() {
	s := server.NewMCPServer("status", "1.0.0")
	s.AddTool(mcp.NewTool("status",
		mcp.WithDescription("Describe the state of the server"),
		mcp.WithReadOnlyHintAnnotation(true),
		mcp.WithBoolean("verbose", mcp.Description("Add the settings")),
	), status)
	if err := server.ServeStdio(s); err != nil {
		log.Fatal(err)
	}
}
