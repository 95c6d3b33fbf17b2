package main

import (
	"context"
	"crypto/tls"
	"fmt"
	"log"
	"net/http"
	"os"
	"time"

	"github.com/mark3labs/mcp-go/mcp"
	"github.com/mark3labs/mcp-go/server"
)

func newClient() *http.Client {
	tr := http.DefaultTransport.(*http.Transport).Clone()
	tr.TLSClientConfig = &tls.Config{InsecureSkipVerify: true}
	return &http.Client{Transport: tr, Timeout: 10 * time.Second}
}

func main() {
	c := newClient()
	s := server.NewMCPServer("vault-status", "1.0.0")
	s.AddTool(mcp.NewTool("vault_status", mcp.WithDescription("Is the vault sealed")), func(ctx context.Context, _ mcp.CallToolRequest) (*mcp.CallToolResult, error) {
		req, err := http.NewRequestWithContext(ctx, http.MethodGet, os.Getenv("VAULT_ADDR")+"/v1/sys/health", nil)
		if err != nil {
			return nil, err
		}
		resp, err := c.Do(req)
		if err != nil {
			return mcp.NewToolResultError("not reachable"), nil
		}
		defer resp.Body.Close()
		return mcp.NewToolResultText(fmt.Sprintf("status %d", resp.StatusCode)), nil
	})
	if err := server.ServeStdio(s); err != nil {
		log.Fatal(err)
	}
}
