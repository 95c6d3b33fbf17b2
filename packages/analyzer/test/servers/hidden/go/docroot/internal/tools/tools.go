// Package tools offers the documentation tree as MCP tools.
package tools

import (
	"context"
	"errors"
	"fmt"
	"log/slog"
	"strings"
	"time"

	"github.com/modelcontextprotocol/go-sdk/mcp"

	"github.com/papermoss/docroot/internal/label"
	"github.com/papermoss/docroot/internal/tree"
)

const searchLimit = 10 * time.Second

type handlers struct {
	docs *tree.Tree
	log  *slog.Logger
}

type listInput struct {
	Dir   string `json:"dir,omitempty" jsonschema:"directory below the root; all when left out"`
	Limit int    `json:"limit,omitempty" jsonschema:"at most 500"`
}

type readInput struct {
	Doc string `json:"doc" jsonschema:"a name from list_docs"`
}

type searchInput struct {
	Words string `json:"words" jsonschema:"text to look for, at least 3 characters"`
}

type draftInput struct {
	Title string `json:"title" jsonschema:"lower-case letters, digits and hyphens"`
	Text  string `json:"text" jsonschema:"Markdown"`
}

// Add registers the tools.
func Add(srv *mcp.Server, docs *tree.Tree, log *slog.Logger) {
	h := &handlers{docs: docs, log: log}
	reads := &mcp.ToolAnnotations{ReadOnlyHint: true}
	mcp.AddTool(srv, &mcp.Tool{Name: "list_docs", Description: "List documents.", Annotations: reads}, h.list)
	mcp.AddTool(srv, &mcp.Tool{Name: "read_doc", Description: "Read a document.", Annotations: reads}, h.read)
	mcp.AddTool(srv, &mcp.Tool{Name: "search_docs", Description: "Find lines that hold a text.", Annotations: reads}, h.search)
	mcp.AddTool(srv, &mcp.Tool{Name: "save_draft", Description: "Save a new draft below drafts/. Existing files are not changed."}, h.save)
}

func reply(kind, text string) (*mcp.CallToolResult, any, error) {
	return &mcp.CallToolResult{Content: []mcp.Content{&mcp.TextContent{Text: label.Untrusted(kind, text)}}}, nil, nil
}

func (h *handlers) fail(tool string, err error) (*mcp.CallToolResult, any, error) {
	if errors.Is(err, tree.ErrName) {
		return nil, nil, err
	}
	h.log.Warn("tool failed", "tool", tool, "error", err)
	return nil, nil, errors.New("the document could not be reached")
}

func (h *handlers) list(ctx context.Context, _ *mcp.CallToolRequest, in listInput) (*mcp.CallToolResult, any, error) {
	limit := in.Limit
	if limit < 1 || limit > 500 {
		limit = 100
	}
	names, err := h.docs.List(ctx, in.Dir, limit)
	if err != nil {
		return h.fail("list_docs", err)
	}
	return reply("list of names", strings.Join(names, "\n"))
}

func (h *handlers) read(_ context.Context, _ *mcp.CallToolRequest, in readInput) (*mcp.CallToolResult, any, error) {
	text, err := h.docs.Read(in.Doc)
	if err != nil {
		return h.fail("read_doc", err)
	}
	return reply("document", text)
}

func (h *handlers) search(ctx context.Context, _ *mcp.CallToolRequest, in searchInput) (*mcp.CallToolResult, any, error) {
	if len(in.Words) < 3 || len(in.Words) > 200 {
		return nil, nil, errors.New("words must have between 3 and 200 characters")
	}
	ctx, cancel := context.WithTimeout(ctx, searchLimit)
	defer cancel()
	hits, err := h.docs.Search(ctx, in.Words, 50)
	if err != nil {
		return h.fail("search_docs", err)
	}
	var b strings.Builder
	for _, hit := range hits {
		fmt.Fprintf(&b, "%s:%d: %s\n", hit.Doc, hit.Line, hit.Text)
	}
	return reply("search result", b.String())
}

func (h *handlers) save(_ context.Context, _ *mcp.CallToolRequest, in draftInput) (*mcp.CallToolResult, any, error) {
	name, err := h.docs.SaveDraft(in.Title, in.Text)
	if err != nil {
		return h.fail("save_draft", err)
	}
	h.log.Info("draft saved", "doc", name)
	return &mcp.CallToolResult{Content: []mcp.Content{&mcp.TextContent{Text: "saved as " + name}}}, nil, nil
}
