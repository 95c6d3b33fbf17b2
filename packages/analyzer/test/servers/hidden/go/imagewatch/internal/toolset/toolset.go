// Package toolset offers the registry client as tools.
package toolset

import (
	"context"
	"encoding/json"
	"errors"

	"github.com/portside-tools/imagewatch/internal/jsonrpc"
	"github.com/portside-tools/imagewatch/internal/registry"
)

type toolFunc func(ctx context.Context, image string) (any, error)

// Set is a jsonrpc.Handler.
type Set struct {
	funcs map[string]toolFunc
}

// New makes the tools for c.
func New(c *registry.Client) *Set {
	return &Set{funcs: map[string]toolFunc{
		"inspect_image": func(ctx context.Context, image string) (any, error) { return c.Inspect(ctx, image) },
		"list_tags":     func(ctx context.Context, image string) (any, error) { return c.Tags(ctx, image) },
	}}
}

var imageSchema = json.RawMessage(`{
  "type": "object",
  "properties": {"image": {"type": "string", "description": "host/repository, with :tag or @digest for one image"}},
  "required": ["image"],
  "additionalProperties": false
}`)

// Tools describes the tools.
func (s *Set) Tools() []jsonrpc.Tool {
	return []jsonrpc.Tool{
		{Name: "inspect_image", Description: "Digest, age and platform of an image.", InputSchema: imageSchema},
		{Name: "list_tags", Description: "Tags of a repository, at most 500.", InputSchema: imageSchema},
	}
}

// Call runs one tool.
func (s *Set) Call(ctx context.Context, name string, args json.RawMessage) (any, error) {
	fn, ok := s.funcs[name]
	if !ok {
		return nil, errors.New("unknown tool")
	}
	var in struct {
		Image string `json:"image"`
	}
	if err := json.Unmarshal(args, &in); err != nil || in.Image == "" {
		return nil, errors.New("image is missing")
	}
	return fn(ctx, in.Image)
}
