// Package tools offers log counts as MCP tools.
package tools

import (
	"encoding/json"
	"errors"
	"log"

	mcp "github.com/metoro-io/mcp-golang"

	"github.com/slowriver/gzlens/internal/source"
	"github.com/slowriver/gzlens/internal/stats"
	"github.com/slowriver/gzlens/internal/unpack"
)

// LogArgs name a log, or bring one along.
type LogArgs struct {
	File   string `json:"file" jsonschema:"description=Name from list_logs"`
	Upload string `json:"upload" jsonschema:"description=A gzip file in base64; used when file is empty"`
}

// NoArgs is for tools without arguments.
type NoArgs struct{}

type handlers struct {
	logs *source.Logs
}

// Register adds the tools to server.
func Register(server *mcp.Server, logs *source.Logs) error {
	h := handlers{logs: logs}
	return errors.Join(
		server.RegisterTool("list_logs", "List the packed logs.", h.list),
		server.RegisterTool("status_counts", "Count the answers in a log by status code.", h.counter(stats.ByStatus)),
		server.RegisterTool("busiest_hours", "Count the requests in a log by hour of the day.", h.counter(stats.ByHour)),
	)
}

func reply(v any) (*mcp.ToolResponse, error) {
	raw, err := json.Marshal(v)
	if err != nil {
		return nil, err
	}
	return mcp.NewToolResponse(mcp.NewTextContent(string(raw))), nil
}

func (h handlers) list(NoArgs) (*mcp.ToolResponse, error) {
	names, err := h.logs.Names()
	if err != nil {
		log.Printf("list_logs: %v", err)
		return nil, errors.New("the log directory cannot be read")
	}
	return reply(names)
}

func (h handlers) counter(key stats.Key) func(LogArgs) (*mcp.ToolResponse, error) {
	return func(args LogArgs) (*mcp.ToolResponse, error) {
		packed, err := h.packed(args)
		if err != nil {
			return nil, err
		}
		lines, err := unpack.Lines(packed)
		if err != nil {
			return nil, err
		}
		return reply(stats.Count(lines, key))
	}
}

func (h handlers) packed(args LogArgs) ([]byte, error) {
	if args.File != "" {
		return h.logs.File(args.File)
	}
	return source.Upload(args.Upload)
}
