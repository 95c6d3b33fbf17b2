// Package board offers units as MCP tools.
package board

import (
	"context"
	"errors"
	"log/slog"

	"github.com/modelcontextprotocol/go-sdk/mcp"

	"github.com/nightferry/opsboard/internal/access"
	"github.com/nightferry/opsboard/internal/systemd"
)

type none struct{}

type unitInput struct {
	Unit string `json:"unit" jsonschema:"a unit from list_units"`
}

type errorsInput struct {
	Unit  string `json:"unit" jsonschema:"a unit from list_units"`
	Hours int    `json:"hours" jsonschema:"how far back, 1 to 48"`
}

type listOutput struct {
	Units []systemd.State `json:"units"`
}

type errorsOutput struct {
	Errors int `json:"errors"`
}

type restartOutput struct {
	Restarted bool `json:"restarted"`
}

// Add registers the tools.
func Add(srv *mcp.Server, units *systemd.Units, log *slog.Logger) {
	destructive := true
	mcp.AddTool(srv, &mcp.Tool{Name: "list_units", Description: "State of the units.", Annotations: &mcp.ToolAnnotations{ReadOnlyHint: true}},
		guarded(access.ScopeRead, func(ctx context.Context, _ none) (listOutput, error) {
			states, err := units.List(ctx)
			return listOutput{states}, err
		}))
	mcp.AddTool(srv, &mcp.Tool{Name: "count_errors", Description: "Number of error lines of a unit in the journal.", Annotations: &mcp.ToolAnnotations{ReadOnlyHint: true}},
		guarded(access.ScopeRead, func(ctx context.Context, in errorsInput) (errorsOutput, error) {
			if in.Hours < 1 || in.Hours > 48 {
				return errorsOutput{}, errors.New("hours must be between 1 and 48")
			}
			n, err := units.Errors(ctx, in.Unit, in.Hours)
			return errorsOutput{n}, err
		}))
	mcp.AddTool(srv, &mcp.Tool{Name: "restart_unit", Description: "Restart a unit. Needs the operate token.", Annotations: &mcp.ToolAnnotations{DestructiveHint: &destructive}},
		guarded(access.ScopeOperate, func(ctx context.Context, in unitInput) (restartOutput, error) {
			if err := units.Restart(ctx, in.Unit); err != nil {
				log.Warn("restart refused or failed", "unit", in.Unit, "error", err)
				return restartOutput{}, err
			}
			log.Info("unit restarted", "unit", in.Unit)
			return restartOutput{Restarted: true}, nil
		}))
}

// guarded runs fn when the token of the call has the scope.
func guarded[In, Out any](scope string, fn func(context.Context, In) (Out, error)) mcp.ToolHandlerFor[In, Out] {
	return func(ctx context.Context, req *mcp.CallToolRequest, in In) (*mcp.CallToolResult, Out, error) {
		var out Out
		if err := access.Require(req, scope); err != nil {
			return nil, out, err
		}
		out, err := fn(ctx, in)
		return nil, out, err
	}
}
