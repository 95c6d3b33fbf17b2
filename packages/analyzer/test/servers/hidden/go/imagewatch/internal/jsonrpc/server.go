// Package jsonrpc is the part of MCP that this server needs: initialize,
// ping, tools/list and tools/call over newline-delimited JSON.
package jsonrpc

import (
	"bufio"
	"context"
	"encoding/json"
	"io"
)

const maxLine = 1 << 20

// Tool is one entry of tools/list.
type Tool struct {
	Name        string          `json:"name"`
	Description string          `json:"description"`
	InputSchema json.RawMessage `json:"inputSchema"`
}

// Handler offers tools.
type Handler interface {
	Tools() []Tool
	Call(ctx context.Context, name string, args json.RawMessage) (any, error)
}

type request struct {
	ID     json.RawMessage `json:"id"`
	Method string          `json:"method"`
	Params json.RawMessage `json:"params"`
}

type rpcError struct {
	Code    int    `json:"code"`
	Message string `json:"message"`
}

type response struct {
	Version string          `json:"jsonrpc"`
	ID      json.RawMessage `json:"id"`
	Result  any             `json:"result,omitempty"`
	Error   *rpcError       `json:"error,omitempty"`
}

type content struct {
	Type string `json:"type"`
	Text string `json:"text"`
}

type callResult struct {
	Content []content `json:"content"`
	IsError bool      `json:"isError,omitempty"`
}

// Server answers requests one after the other.
type Server struct {
	name, version string
	handler       Handler
}

// NewServer makes a server for h.
func NewServer(name, version string, h Handler) *Server {
	return &Server{name: name, version: version, handler: h}
}

// Serve reads requests until in ends or ctx is done.
func (s *Server) Serve(ctx context.Context, in io.Reader, out io.Writer) error {
	sc := bufio.NewScanner(in)
	sc.Buffer(make([]byte, 64<<10), maxLine)
	enc := json.NewEncoder(out)
	for ctx.Err() == nil && sc.Scan() {
		var req request
		if err := json.Unmarshal(sc.Bytes(), &req); err != nil {
			if err := enc.Encode(response{Version: "2.0", ID: json.RawMessage("null"), Error: &rpcError{-32700, "parse error"}}); err != nil {
				return err
			}
			continue
		}
		if req.ID == nil {
			continue
		}
		result, rpcErr := s.dispatch(ctx, req)
		if err := enc.Encode(response{Version: "2.0", ID: req.ID, Result: result, Error: rpcErr}); err != nil {
			return err
		}
	}
	return sc.Err()
}

func (s *Server) dispatch(ctx context.Context, req request) (any, *rpcError) {
	switch req.Method {
	case "initialize":
		return map[string]any{
			"protocolVersion": "2025-06-18",
			"capabilities":    map[string]any{"tools": struct{}{}},
			"serverInfo":      map[string]string{"name": s.name, "version": s.version},
		}, nil
	case "ping":
		return struct{}{}, nil
	case "tools/list":
		return map[string]any{"tools": s.handler.Tools()}, nil
	case "tools/call":
		var p struct {
			Name      string          `json:"name"`
			Arguments json.RawMessage `json:"arguments"`
		}
		if err := json.Unmarshal(req.Params, &p); err != nil {
			return nil, &rpcError{-32602, "invalid params"}
		}
		value, err := s.handler.Call(ctx, p.Name, p.Arguments)
		if err != nil {
			return callResult{Content: []content{{"text", err.Error()}}, IsError: true}, nil
		}
		raw, err := json.Marshal(value)
		if err != nil {
			return nil, &rpcError{-32603, "internal error"}
		}
		return callResult{Content: []content{{"text", string(raw)}}}, nil
	}
	return nil, &rpcError{-32601, "method not found"}
}
