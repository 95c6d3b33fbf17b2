package main

import (
	"context"
	"fmt"
	"net/http"
	"os"
	"time"

	"example.com/archive"
	"github.com/mark3labs/mcp-go/mcp"
	"github.com/mark3labs/mcp-go/server"
)

func main() {
	client := archive.NewClient(os.Getenv("ARCHIVE_TOKEN"))
	web := &http.Client{Timeout: 5 * time.Second, CheckRedirect: func(*http.Request, []*http.Request) error { return http.ErrUseLastResponse }}
	s := server.NewMCPServer("archive", "1.0.0")
	tool := mcp.NewTool("measure_recording",
		mcp.WithDescription("Says how long a recording of the archive is."),
		mcp.WithString("recording", mcp.Required()),
	)
	s.AddTool(tool, func(ctx context.Context, request mcp.CallToolRequest) (*mcp.CallToolResult, error) {
		recording := request.GetString("recording", "")
		found, err := client.GetRecording(ctx, recording)
		if err != nil {
			return nil, err
		}
		source := found.SignedURL
		if source == "" {
			source = found.DownloadURL
		}
		answer, err := web.Head(source)
		if err != nil {
			return nil, err
		}
		defer answer.Body.Close()
		return mcp.NewToolResultText(fmt.Sprint(answer.ContentLength)), nil
	})
	if err := server.ServeStdio(s); err != nil {
		os.Exit(1)
	}
}
