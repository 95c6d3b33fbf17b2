// Package tools connects the workspaces to MCP.
package tools

import (
	"context"
	"errors"
	"log/slog"

	"github.com/modelcontextprotocol/go-sdk/mcp"

	"github.com/quietmargin/shelfnotes/internal/bundle"
	"github.com/quietmargin/shelfnotes/internal/fence"
	"github.com/quietmargin/shelfnotes/internal/workspace"
)

type handlers struct {
	home *workspace.Home
	log  *slog.Logger
}

type none struct{}

type names struct {
	Names []string `json:"names"`
}

type inWorkspace struct {
	Workspace string `json:"workspace" jsonschema:"a name from list_workspaces"`
}

type noteInput struct {
	Workspace string `json:"workspace" jsonschema:"a name from list_workspaces"`
	Note      string `json:"note" jsonschema:"a path from list_notes"`
}

type importInput struct {
	Workspace string `json:"workspace" jsonschema:"where the notes go"`
	Bundle    string `json:"bundle" jsonschema:"name of a .zip file in the inbox"`
}

// Add registers the tools on srv.
func Add(srv *mcp.Server, home *workspace.Home, log *slog.Logger) {
	h := &handlers{home: home, log: log}
	mcp.AddTool(srv, &mcp.Tool{Name: "list_workspaces", Description: "List the workspaces."}, h.listWorkspaces)
	mcp.AddTool(srv, &mcp.Tool{Name: "list_notes", Description: "List the notes of a workspace."}, h.listNotes)
	mcp.AddTool(srv, &mcp.Tool{Name: "read_note", Description: "Read one note of a workspace."}, h.readNote)
	mcp.AddTool(srv, &mcp.Tool{Name: "import_bundle", Description: "Unpack a zip bundle from the inbox into a workspace, replacing notes of the same name."}, h.importBundle)
}

func (h *handlers) listWorkspaces(_ context.Context, _ *mcp.CallToolRequest, _ none) (*mcp.CallToolResult, names, error) {
	list, err := h.home.Names()
	if err != nil {
		return nil, names{}, h.hide("list workspaces", err)
	}
	return nil, names{Names: list}, nil
}

func (h *handlers) listNotes(_ context.Context, _ *mcp.CallToolRequest, in inWorkspace) (*mcp.CallToolResult, names, error) {
	list, err := h.home.Notes(in.Workspace)
	if err != nil {
		return nil, names{}, h.hide("list notes", err)
	}
	return nil, names{Names: list}, nil
}

func (h *handlers) readNote(_ context.Context, _ *mcp.CallToolRequest, in noteInput) (*mcp.CallToolResult, any, error) {
	text, err := h.home.Read(in.Workspace, in.Note)
	if err != nil {
		return nil, nil, h.hide("read note", err)
	}
	wrapped, err := fence.Wrap("a note", text)
	if err != nil {
		return nil, nil, err
	}
	return &mcp.CallToolResult{Content: []mcp.Content{&mcp.TextContent{Text: wrapped}}}, nil, nil
}

func (h *handlers) importBundle(_ context.Context, _ *mcp.CallToolRequest, in importInput) (*mcp.CallToolResult, bundle.Report, error) {
	dest, err := h.home.Dir(in.Workspace)
	if err != nil {
		return nil, bundle.Report{}, h.hide("import", err)
	}
	src, err := h.home.Bundle(in.Bundle)
	if err != nil {
		return nil, bundle.Report{}, h.hide("import", err)
	}
	defer src.Close()

	report, err := bundle.Import(src, dest)
	if err != nil {
		return nil, bundle.Report{}, h.hide("import", err)
	}
	h.log.Info("bundle imported", "workspace", in.Workspace, "written", report.Written, "skipped", report.Skipped)
	return nil, report, nil
}

// hide keeps host paths out of what the client sees.
func (h *handlers) hide(what string, err error) error {
	h.log.Warn(what+" failed", "error", err)
	return errors.New(what + " failed; check the names or see the server log")
}
