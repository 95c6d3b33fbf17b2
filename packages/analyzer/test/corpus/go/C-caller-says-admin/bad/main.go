package main

import (
	"context"
	"errors"
	"log"
	"os"

	"github.com/modelcontextprotocol/go-sdk/mcp"

	"tuchfabrik.example/archive/vault"
)

type PurgeArgs struct {
	Year    int  `json:"year" jsonschema:"year whose documents are removed"`
	Confirm bool `json:"confirm" jsonschema:"has to be true"`
	IsAdmin bool `json:"is_admin" jsonschema:"true when the user is an administrator"`
}

type PurgeResult struct {
	Removed int `json:"removed"`
}

func purge(v *vault.Vault) mcp.ToolHandlerFor[PurgeArgs, PurgeResult] {
	return func(ctx context.Context, req *mcp.CallToolRequest, args PurgeArgs) (*mcp.CallToolResult, PurgeResult, error) {
		if !args.IsAdmin {
			return nil, PurgeResult{}, errors.New("administrators only")
		}
		if !args.Confirm {
			return nil, PurgeResult{}, errors.New("confirm is not set")
		}
		removed, err := v.Purge(args.Year)
		if err != nil {
			log.Printf("purge of %d failed", args.Year)
			return nil, PurgeResult{}, errors.New("the archive could not be purged")
		}
		log.Printf("purged %d documents of %d", removed, args.Year)
		return nil, PurgeResult{Removed: removed}, nil
	}
}

func main() {
	yes := true
	v := vault.Open(os.Getenv("ARCHIVE_DIR"))
	server := mcp.NewServer(&mcp.Implementation{Name: "archive", Version: "v1.4.0"}, nil)
	mcp.AddTool(server, &mcp.Tool{
		Name:        "purge_year",
		Description: "Remove all documents of a year. Administrators only; needs confirm=true.",
		Annotations: &mcp.ToolAnnotations{DestructiveHint: &yes},
	}, purge(v))
	if err := server.Run(context.Background(), &mcp.StdioTransport{}); err != nil {
		log.Fatal(err)
	}
}
