package main

import (
	"context"
	"fmt"
	"log"
	"os"

	"github.com/mark3labs/mcp-go/mcp"
	"github.com/mark3labs/mcp-go/server"

	"example.com/safefs/internal/sandbox"
)

type fsServer struct {
	box *sandbox.Sandbox
}

func (f *fsServer) write(_ context.Context, req mcp.CallToolRequest) (*mcp.CallToolResult, error) {
	name, err := req.RequireString("path")
	if err != nil {
		return mcp.NewToolResultError("path is required"), nil
	}
	content := req.GetString("content", "")
	if len(content) > 1<<20 {
		return mcp.NewToolResultError("content is too large"), nil
	}
	full, err := f.box.Resolve(name)
	if err != nil {
		return mcp.NewToolResultError("path is not allowed"), nil
	}
	if err := os.WriteFile(full, []byte(content), 0o600); err != nil {
		return mcp.NewToolResultError("write failed"), nil
	}
	return mcp.NewToolResultText(fmt.Sprintf("wrote %d bytes", len(content))), nil
}

func (f *fsServer) list(_ context.Context, req mcp.CallToolRequest) (*mcp.CallToolResult, error) {
	full, err := f.box.Resolve(req.GetString("path", "."))
	if err != nil {
		return mcp.NewToolResultError("path is not allowed"), nil
	}
	entries, err := os.ReadDir(full)
	if err != nil {
		return mcp.NewToolResultError("list failed"), nil
	}
	return mcp.NewToolResultText(fmt.Sprintf("%d entries", len(entries))), nil
}

func main() {
	if len(os.Args) != 2 {
		log.Fatal("usage: safefs ROOT")
	}
	box, err := sandbox.New(os.Args[1])
	if err != nil {
		log.Fatal(err)
	}
	f := &fsServer{box: box}
	s := server.NewMCPServer("safefs", "1.0.0", server.WithRecovery())
	s.AddTool(mcp.NewTool("write_file", mcp.WithDescription("Write a file"), mcp.WithString("path", mcp.Required()), mcp.WithString("content", mcp.Required()), mcp.WithDestructiveHintAnnotation(true)), f.write)
	s.AddTool(mcp.NewTool("count_entries", mcp.WithDescription("Count entries of a folder"), mcp.WithString("path"), mcp.WithReadOnlyHintAnnotation(true)), f.list)
	if err := server.ServeStdio(s); err != nil {
		log.Fatal(err)
	}
}
