// Package stdio is a small MCP server over standard input and output.
package stdio

import (
	"bufio"
	"context"
	"encoding/json"
	"fmt"
	"io"
	"sort"
)

// Func runs a tool. Its error is shown to the client.
type Func func(ctx context.Context, args json.RawMessage) (any, error)

type tool struct {
	Name        string          `json:"name"`
	Description string          `json:"description"`
	InputSchema json.RawMessage `json:"inputSchema"`
	run         Func
}

// Server holds tools.
type Server struct {
	name, version string
	tools         map[string]tool
}

// New makes a server without tools.
func New(name, version string) *Server {
	return &Server{name: name, version: version, tools: map[string]tool{}}
}

// Handle adds a tool.
func (s *Server) Handle(name, description, schema string, run Func) {
	s.tools[name] = tool{name, description, json.RawMessage(schema), run}
}

type call struct {
	ID     json.RawMessage `json:"id"`
	Method string          `json:"method"`
	Params struct {
		Name      string          `json:"name"`
		Arguments json.RawMessage `json:"arguments"`
	} `json:"params"`
}

// Run answers calls until in ends or ctx is done.
func (s *Server) Run(ctx context.Context, in io.Reader, out io.Writer) error {
	sc := bufio.NewScanner(in)
	sc.Buffer(nil, 512<<10)
	enc := json.NewEncoder(out)
	send := func(id json.RawMessage, key string, value any) error {
		return enc.Encode(map[string]any{"jsonrpc": "2.0", "id": id, key: value})
	}
	for ctx.Err() == nil && sc.Scan() {
		var c call
		if err := json.Unmarshal(sc.Bytes(), &c); err != nil {
			if err := send(json.RawMessage("null"), "error", problem(-32700, "parse error")); err != nil {
				return err
			}
			continue
		}
		if c.ID == nil {
			continue
		}
		var err error
		switch c.Method {
		case "initialize":
			err = send(c.ID, "result", map[string]any{
				"protocolVersion": "2025-06-18",
				"capabilities":    map[string]any{"tools": map[string]any{}},
				"serverInfo":      map[string]string{"name": s.name, "version": s.version},
			})
		case "ping":
			err = send(c.ID, "result", map[string]any{})
		case "tools/list":
			err = send(c.ID, "result", map[string]any{"tools": s.sorted()})
		case "tools/call":
			t, ok := s.tools[c.Params.Name]
			if !ok {
				err = send(c.ID, "error", problem(-32602, "unknown tool"))
				break
			}
			err = send(c.ID, "result", run(ctx, t, c.Params.Arguments))
		default:
			err = send(c.ID, "error", problem(-32601, "method not found"))
		}
		if err != nil {
			return err
		}
	}
	return sc.Err()
}

func run(ctx context.Context, t tool, args json.RawMessage) any {
	value, err := t.run(ctx, args)
	text := ""
	if err == nil {
		var raw []byte
		raw, err = json.Marshal(value)
		text = string(raw)
	}
	if err != nil {
		text = err.Error()
	}
	return map[string]any{
		"content": []map[string]string{{"type": "text", "text": text}},
		"isError": err != nil,
	}
}

func problem(code int, text string) map[string]any {
	return map[string]any{"code": code, "message": text}
}

func (s *Server) sorted() []tool {
	list := make([]tool, 0, len(s.tools))
	for _, t := range s.tools {
		list = append(list, t)
	}
	sort.Slice(list, func(i, j int) bool { return list[i].Name < list[j].Name })
	return list
}

// Bind reads arguments into v.
func Bind(args json.RawMessage, v any) error {
	if err := json.Unmarshal(args, v); err != nil {
		return fmt.Errorf("the arguments do not fit the schema")
	}
	return nil
}
