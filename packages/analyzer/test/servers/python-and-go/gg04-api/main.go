package main

import (
	"context"
	"fmt"
	"log"
	"os"
	"regexp"

	"github.com/mark3labs/mcp-go/mcp"
	"github.com/mark3labs/mcp-go/server"

	"example.com/ghmcp/github"
)

var nameRe = regexp.MustCompile(`^[\w.-]{1,100}$`)

func latest(c *github.Client) server.ToolHandlerFunc {
	return func(ctx context.Context, req mcp.CallToolRequest) (*mcp.CallToolResult, error) {
		owner, err := req.RequireString("owner")
		if err != nil {
			return mcp.NewToolResultError(err.Error()), nil
		}
		repo, err := req.RequireString("repo")
		if err != nil {
			return mcp.NewToolResultError(err.Error()), nil
		}
		if !nameRe.MatchString(owner) || !nameRe.MatchString(repo) {
			return mcp.NewToolResultError("invalid repository"), nil
		}
		rel, err := c.LatestRelease(ctx, owner, repo)
		if err != nil {
			log.Printf("latest release of %s/%s: %v", owner, repo, err)
			return mcp.NewToolResultError("GitHub request failed"), nil
		}
		return mcp.NewToolResultText(fmt.Sprintf("%s/%s is at %s", owner, repo, rel.Tag)), nil
	}
}

func main() {
	token, ok := os.LookupEnv("GITHUB_TOKEN")
	if !ok {
		log.Fatal("GITHUB_TOKEN is not set")
	}
	s := server.NewMCPServer("github", "1.0.0")
	s.AddTool(mcp.NewTool("latest_release", mcp.WithDescription("Latest release of a repository"), mcp.WithString("owner", mcp.Required()), mcp.WithString("repo", mcp.Required())), latest(github.NewClient(token)))
	if err := server.ServeStdio(s); err != nil {
		log.Fatal(err)
	}
}
