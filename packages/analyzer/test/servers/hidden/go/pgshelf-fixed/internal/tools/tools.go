// Package tools registers the MCP tools of pgshelf.
package tools

import (
	"context"
	"encoding/json"
	"fmt"

	"github.com/mark3labs/mcp-go/mcp"
	"github.com/mark3labs/mcp-go/server"

	"github.com/harborline/pgshelf/internal/config"
	"github.com/harborline/pgshelf/internal/dump"
)

type shelf struct {
	cfg    *config.Config
	runner *dump.Runner
}

type dumpArgs struct {
	Profile  string   `json:"profile"`
	Label    string   `json:"label"`
	Tables   []string `json:"tables"`
	Exclude  []string `json:"exclude"`
	DataOnly bool     `json:"data_only"`
}

// Register adds all tools to s.
func Register(s *server.MCPServer, cfg *config.Config, runner *dump.Runner) {
	sh := &shelf{cfg: cfg, runner: runner}

	s.AddTool(mcp.NewTool("list_profiles",
		mcp.WithDescription("List the databases this server can dump."),
		mcp.WithReadOnlyHintAnnotation(true),
	), sh.listProfiles)

	s.AddTool(mcp.NewTool("dump_tables",
		mcp.WithDescription("Dump tables of a configured database into the shelf directory. Returns the file name and size, not the data."),
		mcp.WithString("profile", mcp.Required(), mcp.Description("A name from list_profiles")),
		mcp.WithString("label", mcp.Required(), mcp.Description("Short label used in the file name")),
		mcp.WithArray("tables", mcp.Required(), mcp.Description("pg_dump table patterns to include"), mcp.Items(map[string]any{"type": "string"})),
		mcp.WithArray("exclude", mcp.Description("pg_dump table patterns to leave out"), mcp.Items(map[string]any{"type": "string"})),
		mcp.WithBoolean("data_only", mcp.Description("Leave the schema out")),
	), sh.dumpTables)

	s.AddTool(mcp.NewTool("list_dumps",
		mcp.WithDescription("List the newest dump files."),
		mcp.WithNumber("limit", mcp.Description("How many, at most 100"), mcp.DefaultNumber(20)),
		mcp.WithReadOnlyHintAnnotation(true),
	), sh.listDumps)
}

func (s *shelf) listProfiles(_ context.Context, _ mcp.CallToolRequest) (*mcp.CallToolResult, error) {
	return asJSON(s.cfg.Names())
}

func (s *shelf) dumpTables(ctx context.Context, req mcp.CallToolRequest) (*mcp.CallToolResult, error) {
	var args dumpArgs
	if err := req.BindArguments(&args); err != nil {
		return mcp.NewToolResultError("the arguments do not fit the schema"), nil
	}
	profile, ok := s.cfg.Profiles[args.Profile]
	if !ok {
		return mcp.NewToolResultError(fmt.Sprintf("no profile named %q", args.Profile)), nil
	}
	entry, err := s.runner.Run(ctx, dump.Spec{
		ProfileName: args.Profile,
		Profile:     profile,
		Label:       args.Label,
		Tables:      args.Tables,
		Exclude:     args.Exclude,
		DataOnly:    args.DataOnly,
	})
	if err != nil {
		return mcp.NewToolResultError(err.Error()), nil
	}
	return asJSON(entry)
}

func (s *shelf) listDumps(_ context.Context, req mcp.CallToolRequest) (*mcp.CallToolResult, error) {
	limit := min(max(req.GetInt("limit", 20), 1), 100)
	entries, err := s.runner.List(limit)
	if err != nil {
		return mcp.NewToolResultError("the shelf directory cannot be read"), nil
	}
	return asJSON(entries)
}

func asJSON(v any) (*mcp.CallToolResult, error) {
	raw, err := json.MarshalIndent(v, "", "  ")
	if err != nil {
		return nil, err
	}
	return mcp.NewToolResultText(string(raw)), nil
}
