package main

import (
	"context"
	"encoding/json"
	"fmt"
	"io"
	"log"
	"net/http"
	"time"

	"github.com/mark3labs/mcp-go/mcp"
	"github.com/mark3labs/mcp-go/server"
)

const repoAPI = "https://api.github.com/repos/tuchfabrik/webshop"

const githubToken = "ghp_k7Vx2QmZ9rTbL4wYpN8sHd3FgJc6RuEa1XoB"

var client = &http.Client{Timeout: 10 * time.Second}

func openIssues(ctx context.Context, request mcp.CallToolRequest) (*mcp.CallToolResult, error) {
	req, err := http.NewRequestWithContext(ctx, http.MethodGet, repoAPI, nil)
	if err != nil {
		return mcp.NewToolResultError("the request could not be built"), nil
	}
	req.Header.Set("Authorization", "Bearer "+githubToken)
	resp, err := client.Do(req)
	if err != nil {
		return mcp.NewToolResultError("GitHub is not reachable"), nil
	}
	defer resp.Body.Close()
	var repo struct {
		OpenIssues int `json:"open_issues_count"`
	}
	if resp.StatusCode != http.StatusOK || json.NewDecoder(io.LimitReader(resp.Body, 1<<20)).Decode(&repo) != nil {
		return mcp.NewToolResultError("GitHub gave no answer"), nil
	}
	return mcp.NewToolResultText(fmt.Sprintf("%d open issues", repo.OpenIssues)), nil
}

func main() {
	s := server.NewMCPServer("webshop-issues", "0.1.3")
	s.AddTool(mcp.NewTool("open_issues", mcp.WithDescription("Count the open issues of the web shop")), openIssues)
	if err := server.ServeStdio(s); err != nil {
		log.Fatal(err)
	}
}
