package main

import (
	"context"
	"fmt"
	"log"
	"os"

	"github.com/modelcontextprotocol/go-sdk/mcp"

	"tuchfabrik.example/drafts/store"
)

type SaveArgs struct {
	Name string `json:"name" jsonschema:"name of the draft"`
	Text string `json:"text" jsonschema:"text of the draft, at most 100000 characters"`
}

type tools struct {
	drafts *store.Drafts
}

func (t *tools) save(ctx context.Context, req *mcp.CallToolRequest, args SaveArgs) (*mcp.CallToolResult, any, error) {
	if len(args.Text) > 100_000 {
		return nil, nil, fmt.Errorf("the draft is too long")
	}
	if err := t.drafts.Save(args.Name, []byte(args.Text)); err != nil {
		return nil, nil, fmt.Errorf("the draft could not be saved")
	}
	return &mcp.CallToolResult{Content: []mcp.Content{&mcp.TextContent{Text: "saved"}}}, nil, nil
}

func main() {
	drafts, err := store.Open(os.Getenv("DRAFTS_DIR"))
	if err != nil {
		log.Fatal("the drafts folder cannot be opened")
	}
	yes := true
	t := &tools{drafts: drafts}
	server := mcp.NewServer(&mcp.Implementation{Name: "drafts", Version: "v0.2.0"}, nil)
	mcp.AddTool(server, &mcp.Tool{
		Name:        "save_draft",
		Description: "Save a draft, replacing an older one of that name",
		Annotations: &mcp.ToolAnnotations{DestructiveHint: &yes},
	}, t.save)
	if err := server.Run(context.Background(), &mcp.StdioTransport{}); err != nil {
		log.Fatal(err)
	}
}
