package main

import (
	"context"
	"errors"
	"os"
	"path/filepath"
	"strconv"
	"strings"

	"github.com/mark3labs/mcp-go/mcp"
	"github.com/mark3labs/mcp-go/server"
)

func handle(_ context.Context, request mcp.CallToolRequest) (*mcp.CallToolResult, error) {
	page := request.GetString("page", "")
	if !filepath.IsLocal(page) {
		return nil, errors.New("not a page")
	}
	text, err := os.ReadFile(filepath.Join("/srv/manual", page))
	if err != nil {
		return nil, err
	}
	return mcp.NewToolResultText(strconv.Itoa(len(strings.Fields(string(text))))), nil
}

func main() {
	s := server.NewMCPServer("manual", "1.0.0")
	s.AddTool(mcp.NewTool("count_words",
		mcp.WithDescription("Counts the words of a page of the manual."),
		mcp.WithString("page", mcp.Required(), mcp.Description("Name of the page")),
	), handle)
	if err := server.ServeStdio(s); err != nil {
		panic(err)
	}
}
