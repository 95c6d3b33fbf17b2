// Package registry keeps the tools of the server.
package registry

import (
	"log"
	"sync/atomic"

	"github.com/modelcontextprotocol/go-sdk/mcp"
)

// Registry counts the calls of the tools.
type Registry struct {
	server *mcp.Server
	calls  atomic.Int64
}

// New uses a server.
func New(server *mcp.Server) *Registry {
	return &Registry{server: server}
}

// Add registers a tool.
func Add[T any](r *Registry, name, description string, handler mcp.ToolHandlerFor[T, any]) {
	mcp.AddTool(r.server, &mcp.Tool{Name: name, Description: description}, handler)
}

// Used notes a call of a tool.
func Used[T any](r *Registry, name string, handler mcp.ToolHandlerFor[T, any]) {
	if calls := r.calls.Add(1); calls%100 == 0 {
		log.Printf("%s was called %d times", name, calls)
	}
}
