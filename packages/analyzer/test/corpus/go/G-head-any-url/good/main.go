package main

import (
	"context"
	"fmt"
	"log"
	"net/http"
	"net/url"
	"time"

	"github.com/mark3labs/mcp-go/mcp"
	"github.com/mark3labs/mcp-go/server"
)

var client = &http.Client{
	Timeout: 10 * time.Second,
	CheckRedirect: func(req *http.Request, via []*http.Request) error {
		return http.ErrUseLastResponse
	},
}

var mirrors = map[string]bool{
	"mirror-nord.tuchfabrik.example": true,
	"mirror-sued.tuchfabrik.example": true,
}

func lastModified(ctx context.Context, request mcp.CallToolRequest) (*mcp.CallToolResult, error) {
	address, err := url.Parse(request.GetString("url", ""))
	if err != nil || address.Host == "" {
		return mcp.NewToolResultError("not a URL"), nil
	}
	if address.Scheme != "https" || !mirrors[address.Host] || address.User != nil {
		return mcp.NewToolResultError("not one of our mirrors"), nil
	}
	req, err := http.NewRequestWithContext(ctx, http.MethodHead, address.String(), nil)
	if err != nil {
		return mcp.NewToolResultError("the request could not be built"), nil
	}
	resp, err := client.Do(req)
	if err != nil {
		return mcp.NewToolResultError("the mirror does not answer"), nil
	}
	defer resp.Body.Close()
	changed, err := http.ParseTime(resp.Header.Get("Last-Modified"))
	if err != nil {
		return mcp.NewToolResultText(fmt.Sprintf("status %d", resp.StatusCode)), nil
	}
	return mcp.NewToolResultText(changed.Format(time.RFC3339)), nil
}

func main() {
	s := server.NewMCPServer("mirror-check", "1.0.0")
	s.AddTool(mcp.NewTool("last_modified",
		mcp.WithDescription("Tell when a file on one of our mirrors changed"),
		mcp.WithString("url", mcp.Required(), mcp.MaxLength(500)),
	), lastModified)
	if err := server.ServeStdio(s); err != nil {
		log.Fatal(err)
	}
}
