// Package wire speaks MCP over newline-delimited JSON.
package wire

import (
	"bufio"
	"encoding/json"
	"errors"
	"io"
)

const maxLine = 256 << 10

// Tool describes a tool.
type Tool struct {
	Name        string `json:"name"`
	Description string `json:"description"`
	InputSchema any    `json:"inputSchema"`
}

// Catalog offers tools.
type Catalog interface {
	Tools() []Tool
	Call(name string, args json.RawMessage) (string, error)
}

// Loop is a server.
type Loop struct {
	Name, Version string
	Catalog       Catalog
}

type message struct {
	JSONRPC string          `json:"jsonrpc"`
	ID      json.RawMessage `json:"id,omitempty"`
	Method  string          `json:"method,omitempty"`
	Params  json.RawMessage `json:"params,omitempty"`
	Result  any             `json:"result,omitempty"`
	Error   *fault          `json:"error,omitempty"`
}

type fault struct {
	Code    int    `json:"code"`
	Message string `json:"message"`
}

var (
	errParse  = &fault{-32700, "parse error"}
	errMethod = &fault{-32601, "method not found"}
	errParams = &fault{-32602, "invalid params"}
)

// Run answers messages until in ends.
func (l *Loop) Run(in io.Reader, out io.Writer) error {
	methods := map[string]func(json.RawMessage) (any, *fault){
		"initialize": l.initialize,
		"ping":       func(json.RawMessage) (any, *fault) { return map[string]any{}, nil },
		"tools/list": func(json.RawMessage) (any, *fault) { return map[string]any{"tools": l.Catalog.Tools()}, nil },
		"tools/call": l.call,
	}
	sc := bufio.NewScanner(in)
	sc.Buffer(make([]byte, 0, 16<<10), maxLine)
	enc := json.NewEncoder(out)
	for sc.Scan() {
		var m message
		answer := message{JSONRPC: "2.0", ID: json.RawMessage("null")}
		if err := json.Unmarshal(sc.Bytes(), &m); err != nil {
			answer.Error = errParse
		} else if m.ID == nil {
			continue
		} else if fn, ok := methods[m.Method]; ok {
			answer.ID = m.ID
			answer.Result, answer.Error = fn(m.Params)
		} else {
			answer.ID, answer.Error = m.ID, errMethod
		}
		if err := enc.Encode(answer); err != nil {
			return err
		}
	}
	if err := sc.Err(); err != nil && !errors.Is(err, io.EOF) {
		return err
	}
	return nil
}

func (l *Loop) initialize(json.RawMessage) (any, *fault) {
	return map[string]any{
		"protocolVersion": "2025-06-18",
		"capabilities":    map[string]any{"tools": map[string]bool{"listChanged": false}},
		"serverInfo":      map[string]string{"name": l.Name, "version": l.Version},
	}, nil
}

func (l *Loop) call(params json.RawMessage) (any, *fault) {
	var p struct {
		Name      string          `json:"name"`
		Arguments json.RawMessage `json:"arguments"`
	}
	if err := json.Unmarshal(params, &p); err != nil {
		return nil, errParams
	}
	text, err := l.Catalog.Call(p.Name, p.Arguments)
	if err != nil {
		text = err.Error()
	}
	return map[string]any{
		"content": []map[string]string{{"type": "text", "text": text}},
		"isError": err != nil,
	}, nil
}
