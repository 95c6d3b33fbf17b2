// Package proto speaks as much MCP as a server with tools needs. Every call
// runs in its own goroutine; the answers are written by one.
package proto

import (
	"bufio"
	"context"
	"encoding/json"
	"io"
	"sync"
)

const (
	maxLine  = 256 << 10
	parallel = 4
)

// Tool is a tool with its function.
type Tool struct {
	Name        string                                                 `json:"name"`
	Description string                                                 `json:"description"`
	Schema      json.RawMessage                                        `json:"inputSchema"`
	Run         func(context.Context, json.RawMessage) (string, error) `json:"-"`
}

type request struct {
	ID     json.RawMessage `json:"id"`
	Method string          `json:"method"`
	Params struct {
		Name      string          `json:"name"`
		Arguments json.RawMessage `json:"arguments"`
	} `json:"params"`
}

type reply struct {
	Version string          `json:"jsonrpc"`
	ID      json.RawMessage `json:"id"`
	Result  any             `json:"result,omitempty"`
	Error   any             `json:"error,omitempty"`
}

type fault struct {
	Code    int    `json:"code"`
	Message string `json:"message"`
}

// Serve answers requests until in ends.
func Serve(ctx context.Context, in io.Reader, out io.Writer, tools []Tool) error {
	ctx, cancel := context.WithCancel(ctx)
	defer cancel()

	replies := make(chan reply)
	written := make(chan error, 1)
	go func() {
		enc := json.NewEncoder(out)
		var failed error
		for r := range replies {
			if failed == nil {
				failed = enc.Encode(r)
			}
		}
		written <- failed
	}()

	byName := make(map[string]Tool, len(tools))
	for _, t := range tools {
		byName[t.Name] = t
	}

	var wg sync.WaitGroup
	slots := make(chan struct{}, parallel)
	sc := bufio.NewScanner(in)
	sc.Buffer(nil, maxLine)
	for ctx.Err() == nil && sc.Scan() {
		var req request
		if err := json.Unmarshal(sc.Bytes(), &req); err != nil {
			replies <- reply{Version: "2.0", ID: json.RawMessage("null"), Error: fault{-32700, "parse error"}}
			continue
		}
		if req.ID == nil {
			continue
		}
		slots <- struct{}{}
		wg.Add(1)
		go func() {
			defer func() { <-slots; wg.Done() }()
			replies <- answer(ctx, req, tools, byName)
		}()
	}
	wg.Wait()
	close(replies)
	if err := <-written; err != nil {
		return err
	}
	return sc.Err()
}

func answer(ctx context.Context, req request, tools []Tool, byName map[string]Tool) reply {
	r := reply{Version: "2.0", ID: req.ID}
	switch req.Method {
	case "initialize":
		r.Result = map[string]any{
			"protocolVersion": "2025-06-18",
			"capabilities":    map[string]any{"tools": map[string]any{}},
			"serverInfo":      map[string]string{"name": "ledgerline", "version": "1.0.2"},
		}
	case "ping":
		r.Result = map[string]any{}
	case "tools/list":
		r.Result = map[string]any{"tools": tools}
	case "tools/call":
		t, ok := byName[req.Params.Name]
		if !ok {
			r.Error = fault{-32602, "unknown tool"}
			break
		}
		text, err := t.Run(ctx, req.Params.Arguments)
		if err != nil {
			text = err.Error()
		}
		r.Result = map[string]any{
			"content": []map[string]string{{"type": "text", "text": text}},
			"isError": err != nil,
		}
	default:
		r.Error = fault{-32601, "method not found"}
	}
	return r
}
