package main

import (
	"context"
	"log"
	"os"

	"github.com/mark3labs/mcp-go/mcp"
	"github.com/mark3labs/mcp-go/server"

	"example.com/wikifs/store"
)

type handlers struct {
	st store.Store
}

func (h *handlers) save(_ context.Context, req mcp.CallToolRequest) (*mcp.CallToolResult, error) {
	name := req.GetString("page", "")
	body := req.GetString("body", "")
	if len(body) > 1<<20 {
		return mcp.NewToolResultError("too large"), nil
	}
	if err := h.st.Save(name, []byte(body)); err != nil {
		return mcp.NewToolResultError("could not save the page"), nil
	}
	return mcp.NewToolResultText("saved"), nil
}

func main() {
	h := &handlers{st: store.NewDisk(os.Getenv("WIKI_ROOT"))}
	s := server.NewMCPServer("wikifs", "1.0.0")
	s.AddTool(mcp.NewTool("save_page", mcp.WithDescription("Save a wiki page"), mcp.WithString("page", mcp.Required()), mcp.WithString("body", mcp.Required())), h.save)
	if err := server.ServeStdio(s); err != nil {
		log.Fatal(err)
	}
}
