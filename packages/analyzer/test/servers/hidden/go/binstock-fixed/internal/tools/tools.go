// Package tools offers the inventory as MCP tools.
package tools

import (
	"context"
	"errors"
	"log"

	"github.com/modelcontextprotocol/go-sdk/mcp"

	"github.com/tinplate-works/binstock/internal/store"
)

type searchInput struct {
	Name       string            `json:"name,omitempty" jsonschema:"part of the name"`
	Bin        string            `json:"bin,omitempty" jsonschema:"exact bin label"`
	Attributes map[string]string `json:"attributes,omitempty" jsonschema:"attributes that have to be equal"`
	InStock    bool              `json:"in_stock,omitempty" jsonschema:"only parts that are there"`
	Sort       string            `json:"sort,omitempty" jsonschema:"name, bin, qty or id"`
	Descending bool              `json:"descending,omitempty"`
	Limit      int               `json:"limit,omitempty" jsonschema:"at most 100"`
}

type searchOutput struct {
	Parts []store.Part `json:"parts"`
}

type getInput struct {
	ID int64 `json:"id" jsonschema:"number of the part"`
}

type adjustInput struct {
	ID    int64 `json:"id" jsonschema:"number of the part"`
	Delta int64 `json:"delta" jsonschema:"positive to book in, negative to book out"`
}

type handlers struct {
	st *store.Store
}

// Add registers the tools.
func Add(srv *mcp.Server, st *store.Store) {
	h := handlers{st: st}
	mcp.AddTool(srv, &mcp.Tool{
		Name:        "search_parts",
		Description: "Search the inventory by name, bin and attributes.",
		Annotations: &mcp.ToolAnnotations{ReadOnlyHint: true},
	}, h.search)
	mcp.AddTool(srv, &mcp.Tool{
		Name:        "get_part",
		Description: "Look up one part by its number.",
		Annotations: &mcp.ToolAnnotations{ReadOnlyHint: true},
	}, h.get)
	mcp.AddTool(srv, &mcp.Tool{
		Name:        "adjust_stock",
		Description: "Book parts in or out. Stock never goes below zero.",
	}, h.adjust)
}

func (h handlers) search(ctx context.Context, _ *mcp.CallToolRequest, in searchInput) (*mcp.CallToolResult, searchOutput, error) {
	parts, err := h.st.Search(ctx, store.Filter{
		Name:       in.Name,
		Bin:        in.Bin,
		Attrs:      in.Attributes,
		InStock:    in.InStock,
		Sort:       in.Sort,
		Descending: in.Descending,
		Limit:      in.Limit,
	})
	return nil, searchOutput{Parts: parts}, public("search", err)
}

func (h handlers) get(ctx context.Context, _ *mcp.CallToolRequest, in getInput) (*mcp.CallToolResult, store.Part, error) {
	p, err := h.st.Get(ctx, in.ID)
	return nil, p, public("get", err)
}

func (h handlers) adjust(ctx context.Context, _ *mcp.CallToolRequest, in adjustInput) (*mcp.CallToolResult, store.Part, error) {
	if in.Delta == 0 || in.Delta > 100000 || in.Delta < -100000 {
		return nil, store.Part{}, errors.New("delta must be between -100000 and 100000 and not 0")
	}
	p, err := h.st.Adjust(ctx, in.ID, in.Delta)
	return nil, p, public("adjust", err)
}

// public logs err and returns what the client may see of it.
func public(what string, err error) error {
	switch {
	case err == nil:
		return nil
	case errors.Is(err, store.ErrMissing), errors.Is(err, store.ErrShort):
		return err
	}
	log.Printf("%s: %v", what, err)
	return errors.New(what + " did not work; check the input")
}
