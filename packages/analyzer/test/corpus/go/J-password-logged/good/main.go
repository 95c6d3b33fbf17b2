package main

import (
	"context"
	"log"
	"os"

	"github.com/modelcontextprotocol/go-sdk/mcp"

	"tuchfabrik.example/scanner/audit"
	"tuchfabrik.example/scanner/device"
)

type SignInArgs struct {
	User     string `json:"user" jsonschema:"login of the scanner"`
	Password string `json:"password" jsonschema:"password of the scanner"`
}

type SignInResult struct {
	OK bool `json:"ok"`
}

func signIn(d *device.Device) mcp.ToolHandlerFor[SignInArgs, SignInResult] {
	return func(ctx context.Context, req *mcp.CallToolRequest, args SignInArgs) (*mcp.CallToolResult, SignInResult, error) {
		audit.Call("sign_in", args.User)
		return nil, SignInResult{OK: d.SignIn(args.User, args.Password)}, nil
	}
}

func main() {
	d, err := device.Load(os.Getenv("SCANNER_ACCOUNTS"))
	if err != nil {
		log.Fatal("SCANNER_ACCOUNTS cannot be read")
	}
	server := mcp.NewServer(&mcp.Implementation{Name: "scanner", Version: "v2.1.0"}, nil)
	mcp.AddTool(server, &mcp.Tool{Name: "sign_in", Description: "Sign in to the document scanner"}, signIn(d))
	if err := server.Run(context.Background(), &mcp.StdioTransport{}); err != nil {
		log.Fatal(err)
	}
}
