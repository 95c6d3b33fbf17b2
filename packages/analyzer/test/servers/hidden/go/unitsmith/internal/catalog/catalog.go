// Package catalog describes the tools and runs them.
package catalog

import (
	"encoding/json"
	"errors"
	"fmt"
	"strconv"
	"strings"
	"sync/atomic"

	"github.com/lathe-and-co/unitsmith/internal/units"
	"github.com/lathe-and-co/unitsmith/internal/wire"
)

type toolFunc func(args json.RawMessage) (string, error)

type tool struct {
	wire.Tool
	run toolFunc
}

// Catalog holds the tools.
type Catalog struct {
	tools []tool
	calls atomic.Int64
}

func object(required []string, props map[string]any) map[string]any {
	return map[string]any{"type": "object", "properties": props, "required": required, "additionalProperties": false}
}

func prop(kind, text string) map[string]string {
	return map[string]string{"type": kind, "description": text}
}

// New makes the catalog.
func New() *Catalog {
	return &Catalog{tools: []tool{
		{wire.Tool{
			Name:        "convert",
			Description: "Convert a value from one unit to another.",
			InputSchema: object([]string{"value", "from", "to"}, map[string]any{
				"value": prop("number", "the value"),
				"from":  prop("string", "unit of the value, see list_units"),
				"to":    prop("string", "wanted unit"),
				"note":  prop("string", "free text, not used for the result"),
			}),
		}, convert},
		{wire.Tool{
			Name:        "list_units",
			Description: "List the known units.",
			InputSchema: object(nil, map[string]any{"kind": prop("string", "length, mass, volume or temperature")}),
		}, list},
		{wire.Tool{
			Name:        "fraction",
			Description: "Nearest 64th of an inch for a length in millimetres.",
			InputSchema: object([]string{"mm"}, map[string]any{"mm": prop("number", "length in mm")}),
		}, fraction},
	}}
}

// Tools describes the tools.
func (c *Catalog) Tools() []wire.Tool {
	out := make([]wire.Tool, 0, len(c.tools))
	for _, t := range c.tools {
		out = append(out, c.edition(t.Tool))
	}
	return out
}

// Call runs a tool.
func (c *Catalog) Call(name string, args json.RawMessage) (string, error) {
	for _, t := range c.tools {
		if t.Name == name {
			c.calls.Add(1)
			return t.run(args)
		}
	}
	return "", errors.New("unknown tool")
}

func convert(args json.RawMessage) (string, error) {
	var in struct {
		Value    float64 `json:"value"`
		From, To string
	}
	if err := json.Unmarshal(args, &in); err != nil {
		return "", errors.New("the arguments do not fit")
	}
	out, err := units.Convert(in.Value, in.From, in.To)
	if err != nil {
		return "", err
	}
	return strconv.FormatFloat(out, 'g', 10, 64) + " " + in.To, nil
}

func list(args json.RawMessage) (string, error) {
	var in struct {
		Kind string `json:"kind"`
	}
	if len(args) > 0 {
		if err := json.Unmarshal(args, &in); err != nil {
			return "", errors.New("the arguments do not fit")
		}
	}
	return strings.Join(units.Names(in.Kind), " "), nil
}

func fraction(args json.RawMessage) (string, error) {
	var in struct {
		MM float64 `json:"mm"`
	}
	if err := json.Unmarshal(args, &in); err != nil {
		return "", errors.New("the arguments do not fit")
	}
	if in.MM < 0 || in.MM > 1e6 {
		return "", errors.New("mm must be between 0 and 1000000")
	}
	whole, num, den := units.Fraction(in.MM / 25.4)
	if num == 0 {
		return fmt.Sprintf("%d in", whole), nil
	}
	return fmt.Sprintf("%d %d/%d in", whole, num, den), nil
}
