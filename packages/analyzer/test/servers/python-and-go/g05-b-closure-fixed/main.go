package main

import (
	"context"
	"flag"
	"io"
	"log"
	"os"
	"path/filepath"
	"strings"

	"github.com/modelcontextprotocol/go-sdk/mcp"
)

type readInput struct {
	Path string `json:"path"`
	Max  int    `json:"max"`
}

type readOutput struct {
	Lines int `json:"lines"`
}

func lineCounter(root string) mcp.ToolHandlerFor[readInput, readOutput] {
	return func(ctx context.Context, req *mcp.CallToolRequest, in readInput) (*mcp.CallToolResult, readOutput, error) {
		r, err := os.OpenRoot(root)
		if err != nil {
			return nil, readOutput{}, err
		}
		defer r.Close()
		f, err := r.Open(filepath.Clean(in.Path))
		if err != nil {
			return nil, readOutput{}, err
		}
		defer f.Close()
		data, err := io.ReadAll(io.LimitReader(f, 1<<20))
		if err != nil {
			return nil, readOutput{}, err
		}
		return nil, readOutput{Lines: strings.Count(string(data), "\n")}, nil
	}
}

func main() {
	root := flag.String("root", ".", "root folder")
	flag.Parse()
	s := mcp.NewServer(&mcp.Implementation{Name: "lines", Version: "v1"}, nil)
	mcp.AddTool(s, &mcp.Tool{Name: "count_lines", Description: "Count the lines of a file"}, lineCounter(*root))
	if err := s.Run(context.Background(), &mcp.StdioTransport{}); err != nil {
		log.Fatal(err)
	}
}
