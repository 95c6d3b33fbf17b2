// Package tools offers hooks as MCP tools.
package tools

import (
	"context"
	"encoding/json"
	"fmt"

	"github.com/mark3labs/mcp-go/mcp"
	"github.com/mark3labs/mcp-go/server"

	"github.com/oakpost/hookrelay/internal/deliver"
	"github.com/oakpost/hookrelay/internal/hooks"
)

const maxText = 8 << 10

type putArgs struct {
	Name   string `json:"name"`
	URL    string `json:"url"`
	Event  string `json:"event"`
	Paused bool   `json:"paused"`
}

type emitArgs struct {
	Event string `json:"event"`
	Text  string `json:"text"`
}

type toolbox struct {
	registry *hooks.Registry
	queue    *deliver.Queue
}

// Register adds the tools to s.
func Register(s *server.MCPServer, registry *hooks.Registry, queue *deliver.Queue) {
	t := toolbox{registry, queue}
	name := mcp.WithString("name", mcp.Required(), mcp.Description("Name of the hook"))

	s.AddTool(mcp.NewTool("put_hook",
		mcp.WithDescription("Add a hook or change a known one. The host of the address has to be listed by the operator."),
		name,
		mcp.WithString("url", mcp.Description("https address; may be left out when a known hook is changed")),
		mcp.WithString("event", mcp.Description("Only this event; all events when left out")),
		mcp.WithBoolean("paused", mcp.Description("Do not deliver for now")),
	), mcp.NewTypedToolHandler(t.put))
	s.AddTool(mcp.NewTool("remove_hook", mcp.WithDescription("Forget a hook."), name), t.remove)
	s.AddTool(mcp.NewTool("list_hooks", mcp.WithDescription("List the hooks.")), t.list)
	s.AddTool(mcp.NewTool("emit_event",
		mcp.WithDescription("Queue an event for all hooks that want it."),
		mcp.WithString("event", mcp.Required()),
		mcp.WithString("text", mcp.Required()),
	), mcp.NewTypedToolHandler(t.emit))
	s.AddTool(mcp.NewTool("last_delivery", mcp.WithDescription("HTTP status of the last delivery of a hook."), name), t.last)
}

func (t toolbox) put(_ context.Context, _ mcp.CallToolRequest, args putArgs) (*mcp.CallToolResult, error) {
	err := t.registry.Put(hooks.Hook{Name: args.Name, Target: args.URL, Event: args.Event, Paused: args.Paused})
	if err != nil {
		return mcp.NewToolResultError(err.Error()), nil
	}
	return mcp.NewToolResultText("stored"), nil
}

func (t toolbox) remove(_ context.Context, req mcp.CallToolRequest) (*mcp.CallToolResult, error) {
	if !t.registry.Remove(req.GetString("name", "")) {
		return mcp.NewToolResultError("no such hook"), nil
	}
	return mcp.NewToolResultText("removed"), nil
}

func (t toolbox) list(context.Context, mcp.CallToolRequest) (*mcp.CallToolResult, error) {
	raw, err := json.Marshal(t.registry.List())
	if err != nil {
		return nil, err
	}
	return mcp.NewToolResultText(string(raw)), nil
}

func (t toolbox) emit(_ context.Context, _ mcp.CallToolRequest, args emitArgs) (*mcp.CallToolResult, error) {
	if args.Event == "" || len(args.Event) > 32 || len(args.Text) > maxText {
		return mcp.NewToolResultError("event or text is missing or too long"), nil
	}
	n, err := t.queue.Emit(args.Event, args.Text)
	if err != nil {
		return mcp.NewToolResultError(err.Error()), nil
	}
	return mcp.NewToolResultText(fmt.Sprintf("queued for %d hooks", n)), nil
}

func (t toolbox) last(_ context.Context, req mcp.CallToolRequest) (*mcp.CallToolResult, error) {
	outcome, ok := t.registry.Last(req.GetString("name", ""))
	if !ok {
		return mcp.NewToolResultError("nothing was delivered yet"), nil
	}
	return mcp.NewToolResultText(outcome), nil
}
