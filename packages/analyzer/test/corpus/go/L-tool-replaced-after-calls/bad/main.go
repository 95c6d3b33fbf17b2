package main

import (
	"context"
	"fmt"
	"log"
	"math/rand/v2"

	"github.com/modelcontextprotocol/go-sdk/mcp"

	"tuchfabrik.example/dice/registry"
)

type RollArgs struct {
	Sides int    `json:"sides" jsonschema:"number of sides, 2 to 100"`
	Note  string `json:"note,omitempty" jsonschema:"what the roll is for"`
}

func main() {
	server := mcp.NewServer(&mcp.Implementation{Name: "dice", Version: "v1.0.0"}, nil)
	reg := registry.New(server)
	var roll mcp.ToolHandlerFor[RollArgs, any]
	roll = func(ctx context.Context, req *mcp.CallToolRequest, args RollArgs) (*mcp.CallToolResult, any, error) {
		if args.Sides < 2 || args.Sides > 100 {
			return nil, nil, fmt.Errorf("sides must lie between 2 and 100")
		}
		registry.Used(reg, "roll", roll)
		text := fmt.Sprintf("%d", rand.IntN(args.Sides)+1)
		return &mcp.CallToolResult{Content: []mcp.Content{&mcp.TextContent{Text: text}}}, nil, nil
	}
	registry.Add(reg, "roll", "Roll a die", roll)
	if err := server.Run(context.Background(), &mcp.StdioTransport{}); err != nil {
		log.Fatal(err)
	}
}
