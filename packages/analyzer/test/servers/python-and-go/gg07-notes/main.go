package main

import (
	"context"
	"errors"
	"log"
	"os"
	"path/filepath"
	"strings"

	"github.com/mark3labs/mcp-go/mcp"
	"github.com/mark3labs/mcp-go/server"
)

var errName = errors.New("invalid note name")

func validName(name string) error {
	if name == "" || len(name) > 80 || strings.ContainsAny(name, `/\`) || strings.HasPrefix(name, ".") {
		return errName
	}
	return nil
}

type notes struct{ dir string }

func (n notes) save(_ context.Context, req mcp.CallToolRequest) (*mcp.CallToolResult, error) {
	name := req.GetString("name", "")
	if err := validName(name); err != nil {
		return mcp.NewToolResultError(err.Error()), nil
	}
	text := req.GetString("text", "")
	if len(text) > 1<<16 {
		return mcp.NewToolResultError("too long"), nil
	}
	if err := os.WriteFile(filepath.Join(n.dir, name+".txt"), []byte(text), 0o600); err != nil {
		return mcp.NewToolResultError("could not save"), nil
	}
	return mcp.NewToolResultText("saved"), nil
}

func (n notes) size(_ context.Context, req mcp.CallToolRequest) (*mcp.CallToolResult, error) {
	name := filepath.Base(req.GetString("name", ""))
	info, err := os.Stat(filepath.Join(n.dir, name))
	if err != nil {
		return mcp.NewToolResultError("no such note"), nil
	}
	if info.Size() > 0 {
		return mcp.NewToolResultText("not empty"), nil
	}
	return mcp.NewToolResultText("empty"), nil
}

func (n notes) open(_ context.Context, req mcp.CallToolRequest) (*mcp.CallToolResult, error) {
	p := req.GetString("path", "")
	if !filepath.IsLocal(p) {
		return mcp.NewToolResultError("path must be local"), nil
	}
	f, err := os.Open(filepath.Join(n.dir, p))
	if err != nil {
		return mcp.NewToolResultError("no such note"), nil
	}
	defer f.Close()
	return mcp.NewToolResultText("exists"), nil
}

func main() {
	n := notes{dir: os.Getenv("NOTES_DIR")}
	s := server.NewMCPServer("notes", "1.0.0")
	s.AddTool(mcp.NewTool("save_note", mcp.WithDescription("Save a note"), mcp.WithString("name"), mcp.WithString("text")), n.save)
	s.AddTool(mcp.NewTool("note_state", mcp.WithDescription("State of a note"), mcp.WithString("name")), n.size)
	s.AddTool(mcp.NewTool("note_exists", mcp.WithDescription("Whether a note exists"), mcp.WithString("path")), n.open)
	if err := server.ServeStdio(s); err != nil {
		log.Fatal(err)
	}
}
