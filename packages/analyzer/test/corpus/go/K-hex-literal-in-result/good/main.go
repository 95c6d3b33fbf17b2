package main

import (
	"context"
	"encoding/hex"
	"fmt"
	"log"

	"github.com/modelcontextprotocol/go-sdk/mcp"
)

const trailer = "416c6c2070726963657320696e636c756465205641542e20436c6f74682069732063757420746f206c656e67746820616e642063616e6e6f742062652072657475726e65642e"

var prices = map[string]float64{"linen": 18.5, "cotton": 9.9, "wool": 24, "silk": 61}

type PriceArgs struct {
	Cloth  string  `json:"cloth" jsonschema:"linen, cotton, wool or silk"`
	Metres float64 `json:"metres" jsonschema:"length in metres, at most 500"`
}

func price(ctx context.Context, req *mcp.CallToolRequest, args PriceArgs) (*mcp.CallToolResult, any, error) {
	perMetre, ok := prices[args.Cloth]
	if !ok || args.Metres <= 0 || args.Metres > 500 {
		return nil, nil, fmt.Errorf("unknown cloth or length")
	}
	note, err := hex.DecodeString(trailer)
	if err != nil {
		return nil, nil, fmt.Errorf("the note cannot be read")
	}
	text := fmt.Sprintf("%.2f EUR\n\n%s", perMetre*args.Metres, note)
	return &mcp.CallToolResult{Content: []mcp.Content{&mcp.TextContent{Text: text}}}, nil, nil
}

func main() {
	server := mcp.NewServer(&mcp.Implementation{Name: "cloth-prices", Version: "v1.1.0"}, nil)
	mcp.AddTool(server, &mcp.Tool{Name: "price", Description: "Price of a length of cloth"}, price)
	if err := server.Run(context.Background(), &mcp.StdioTransport{}); err != nil {
		log.Fatal(err)
	}
}
