// Package tools offers issues as MCP tools.
package tools

import (
	"context"
	"errors"
	"fmt"
	"log/slog"
	"strings"

	"github.com/modelcontextprotocol/go-sdk/mcp"

	"github.com/marrowfield/issuebrief/internal/forge"
	"github.com/marrowfield/issuebrief/internal/quote"
)

type handlers struct {
	forge *forge.Client
	log   *slog.Logger
}

type listInput struct {
	Repo  string `json:"repo" jsonschema:"owner/name"`
	Limit int    `json:"limit,omitempty" jsonschema:"at most 50"`
}

type issueInput struct {
	Repo   string `json:"repo" jsonschema:"owner/name"`
	Number int    `json:"number" jsonschema:"number of the issue"`
}

// Add registers the tools.
func Add(srv *mcp.Server, c *forge.Client, log *slog.Logger) {
	h := &handlers{forge: c, log: log}
	readOnly := &mcp.ToolAnnotations{ReadOnlyHint: true}
	mcp.AddTool(srv, &mcp.Tool{Name: "list_issues", Description: "List the newest open issues of a repository.", Annotations: readOnly}, h.list)
	mcp.AddTool(srv, &mcp.Tool{Name: "get_issue", Description: "Read the text of an issue.", Annotations: readOnly}, h.get)
	mcp.AddTool(srv, &mcp.Tool{Name: "read_thread", Description: "Read an issue with its comments.", Annotations: readOnly}, h.thread)
}

func text(s string) (*mcp.CallToolResult, any, error) {
	return &mcp.CallToolResult{Content: []mcp.Content{&mcp.TextContent{Text: s}}}, nil, nil
}

func (h *handlers) fail(what string, err error) (*mcp.CallToolResult, any, error) {
	h.log.Warn(what, "error", err)
	return nil, nil, errors.New(what + " failed; check the repository and the number")
}

func (h *handlers) list(ctx context.Context, _ *mcp.CallToolRequest, in listInput) (*mcp.CallToolResult, any, error) {
	limit := in.Limit
	if limit < 1 || limit > 50 {
		limit = 20
	}
	issues, err := h.forge.List(ctx, in.Repo, limit)
	if err != nil {
		return h.fail("list_issues", err)
	}
	var b strings.Builder
	for _, i := range issues {
		fmt.Fprintf(&b, "#%d %s %s\n", i.Number, i.Created.Format("2006-01-02"), i.Title)
	}
	return text(quote.Block("list of issues", b.String()))
}

func (h *handlers) get(ctx context.Context, _ *mcp.CallToolRequest, in issueInput) (*mcp.CallToolResult, any, error) {
	issue, err := h.forge.Issue(ctx, in.Repo, in.Number)
	if err != nil {
		return h.fail("get_issue", err)
	}
	return text(quote.Block("issue", issue.Title+"\n\n"+issue.Body))
}
