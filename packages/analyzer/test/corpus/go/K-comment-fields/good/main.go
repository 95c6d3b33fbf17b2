package main

import (
	"context"
	"encoding/json"
	"fmt"
	"net/http"
	"os"
	"time"

	"github.com/modelcontextprotocol/go-sdk/mcp"
)

type comment struct {
	Author string `json:"author"`
	Text   string `json:"text"`
	Likes  int    `json:"likes"`
}

type wanted struct {
	Post int `json:"post"`
}

var client = &http.Client{Timeout: 5 * time.Second}

func comments(ctx context.Context, request *mcp.CallToolRequest, in wanted) (*mcp.CallToolResult, any, error) {
	response, err := client.Get(fmt.Sprintf("https://blog.example/posts/%d/comments/newest", in.Post))
	if err != nil {
		return nil, nil, err
	}
	defer response.Body.Close()
	var newest comment
	if err := json.NewDecoder(response.Body).Decode(&newest); err != nil {
		return nil, nil, err
	}
	answer, err := json.Marshal(map[string]int{"likes": newest.Likes})
	if err != nil {
		return nil, nil, err
	}
	return &mcp.CallToolResult{Content: []mcp.Content{&mcp.TextContent{Text: string(answer)}}}, nil, nil
}

func main() {
	server := mcp.NewServer(&mcp.Implementation{Name: "blog", Version: "1.0.0"}, nil)
	mcp.AddTool(server, &mcp.Tool{Name: "newest_comment", Description: "The newest comment on a post"}, comments)
	if err := server.Run(context.Background(), &mcp.StdioTransport{}); err != nil {
		os.Exit(1)
	}
}
