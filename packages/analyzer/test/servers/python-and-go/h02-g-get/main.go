package main

import (
	"context"
	"encoding/json"
	"fmt"
	"log"
	"net/http"

	"github.com/modelcontextprotocol/go-sdk/mcp"
)

type dispatcher map[string]func(context.Context, json.RawMessage) (string, error)

func main() {
	d := dispatcher{"head": head}
	s := mcp.NewServer(&mcp.Implementation{Name: "x"}, nil)
	s.AddTool(&mcp.Tool{Name: "head", Description: "Status of the mirror"}, func(ctx context.Context, req *mcp.CallToolRequest) (*mcp.CallToolResult, error) {
		out, err := d[req.Params.Name](ctx, req.Params.Arguments)
		if err != nil {
			return nil, err
		}
		return &mcp.CallToolResult{Content: []mcp.Content{&mcp.TextContent{Text: out}}}, nil
	})
	log.Fatal(s.Run(context.Background(), &mcp.StdioTransport{}))
}

func head(ctx context.Context, raw json.RawMessage) (string, error) {
	var in struct {
		Mirror string `json:"mirror"`
	}
	if err := json.Unmarshal(raw, &in); err != nil {
		return "", err
	}
	resp, err := http.Head("https://" + in.Mirror + "/index")
	if err != nil {
		return "", err
	}
	defer resp.Body.Close()
	return fmt.Sprint(resp.StatusCode), nil
}
