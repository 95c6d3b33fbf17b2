package main

import (
	"context"
	"log"
	"strconv"

	"github.com/mark3labs/mcp-go/mcp"
	"github.com/mark3labs/mcp-go/server"
	"gorm.io/gorm"
)

type API struct{ DB *gorm.DB }

func (a API) register(s *server.MCPServer) {
	s.AddTools(server.ServerTool{
		Tool:    mcp.NewTool("count", mcp.WithDescription("Rows with a tag"), mcp.WithString("tag")),
		Handler: a.count,
	})
}

func (a API) count(ctx context.Context, req mcp.CallToolRequest) (*mcp.CallToolResult, error) {
	tag, _ := req.GetArguments()["tag"].(string)
	var n int64
	query := "SELECT count(*) FROM notes WHERE tag = '"
	query += tag
	query += "'"
	if err := a.DB.Raw(query).Scan(&n).Error; err != nil {
		return mcp.NewToolResultError("failed"), nil
	}
	return mcp.NewToolResultText(strconv.FormatInt(n, 10)), nil
}

func main() {
	s := server.NewMCPServer("c", "1")
	API{}.register(s)
	log.Fatal(server.ServeStdio(s))
}
