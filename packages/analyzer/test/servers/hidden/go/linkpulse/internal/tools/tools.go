// Package tools offers link checks as MCP tools.
package tools

import (
	"context"
	"encoding/json"
	"errors"
	"time"

	mcp "github.com/metoro-io/mcp-golang"

	"github.com/tidewire/linkpulse/internal/netguard"
	"github.com/tidewire/linkpulse/internal/probe"
)

const (
	maxLinks = 20
	maxLen   = 1000
	perCall  = time.Minute
)

// CheckArgs are the links to check.
type CheckArgs struct {
	Links []string `json:"links" jsonschema:"required,description=https links, at most 20"`
}

// NoArgs is for tools without arguments.
type NoArgs struct{}

func reply(v any) (*mcp.ToolResponse, error) {
	raw, err := json.Marshal(v)
	if err != nil {
		return nil, err
	}
	return mcp.NewToolResponse(mcp.NewTextContent(string(raw))), nil
}

// Register adds the tools to server.
func Register(server *mcp.Server, hosts netguard.Hosts, prober *probe.Prober) error {
	check := func(ctx context.Context, args CheckArgs) (*mcp.ToolResponse, error) {
		if len(args.Links) == 0 || len(args.Links) > maxLinks {
			return nil, errors.New("between 1 and 20 links can be checked at once")
		}
		for _, l := range args.Links {
			if len(l) > maxLen {
				return nil, errors.New("a link is too long")
			}
		}
		ctx, cancel := context.WithTimeout(ctx, perCall)
		defer cancel()
		return reply(prober.Check(ctx, args.Links))
	}
	list := func(NoArgs) (*mcp.ToolResponse, error) { return reply(hosts.Names()) }

	return errors.Join(
		server.RegisterTool("check_links", "Check links of the listed hosts. Outcomes carry the index of the link.", check),
		server.RegisterTool("list_hosts", "Hosts whose links can be checked.", list),
	)
}
