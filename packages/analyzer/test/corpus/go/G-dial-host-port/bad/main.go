package main

import (
	"context"
	"log"
	"net"
	"strconv"
	"time"

	"github.com/modelcontextprotocol/go-sdk/mcp"
)

type PortArgs struct {
	Host string `json:"host" jsonschema:"host of the shop system"`
	Port int    `json:"port" jsonschema:"port of the service"`
}

type PortResult struct {
	Open bool `json:"open"`
}

func isOpen(ctx context.Context, req *mcp.CallToolRequest, args PortArgs) (*mcp.CallToolResult, PortResult, error) {
	address := net.JoinHostPort(args.Host, strconv.Itoa(args.Port))
	conn, err := net.DialTimeout("tcp", address, 3*time.Second)
	if err != nil {
		return nil, PortResult{Open: false}, nil
	}
	if err := conn.Close(); err != nil {
		log.Print("the connection could not be closed")
	}
	return nil, PortResult{Open: true}, nil
}

func main() {
	server := mcp.NewServer(&mcp.Implementation{Name: "port-check", Version: "v1.0.0"}, nil)
	mcp.AddTool(server, &mcp.Tool{
		Name:        "is_open",
		Description: "Tell whether a service of the shop system can be reached",
		Annotations: &mcp.ToolAnnotations{ReadOnlyHint: true},
	}, isOpen)
	if err := server.Run(context.Background(), &mcp.StdioTransport{}); err != nil {
		log.Fatal(err)
	}
}
