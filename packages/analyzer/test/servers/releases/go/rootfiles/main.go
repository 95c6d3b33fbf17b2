// Command rootfiles gives a coding agent the files of one folder.
package main

import (
	"context"
	"errors"
	"io"
	"io/fs"
	"log"
	"os"
	"path"

	"github.com/modelcontextprotocol/go-sdk/mcp"
)

const maxSize = 1 << 20

type pathIn struct {
	Path string `json:"path" jsonschema:"path relative to the folder"`
}

type readOut struct {
	Path    string `json:"path"`
	Content string `json:"untrusted_content"`
}

type writeIn struct {
	Path    string `json:"path" jsonschema:"path relative to the folder"`
	Content string `json:"content" jsonschema:"the new content"`
}

type done struct {
	OK bool `json:"ok"`
}

type listOut struct {
	Entries []string `json:"entries"`
}

type files struct{ root *os.Root }

func plain(op string, err error) error {
	log.Printf("%s: %v", op, err)
	if errors.Is(err, fs.ErrNotExist) {
		return errors.New("no such file")
	}
	return errors.New("not possible")
}

func (f files) read(_ context.Context, _ *mcp.CallToolRequest, in pathIn) (*mcp.CallToolResult, readOut, error) {
	h, err := f.root.Open(path.Clean(in.Path))
	if err != nil {
		return nil, readOut{}, plain("read", err)
	}
	defer h.Close()
	data, err := io.ReadAll(io.LimitReader(h, maxSize))
	if err != nil {
		return nil, readOut{}, plain("read", err)
	}
	return nil, readOut{Path: in.Path, Content: string(data)}, nil
}

func (f files) write(_ context.Context, _ *mcp.CallToolRequest, in writeIn) (*mcp.CallToolResult, done, error) {
	if len(in.Content) > maxSize {
		return nil, done{}, errors.New("content too large")
	}
	h, err := f.root.OpenFile(path.Clean(in.Path), os.O_CREATE|os.O_TRUNC|os.O_WRONLY, 0o644)
	if err != nil {
		return nil, done{}, plain("write", err)
	}
	_, err = io.WriteString(h, in.Content)
	if closeErr := h.Close(); err == nil {
		err = closeErr
	}
	if err != nil {
		return nil, done{}, plain("write", err)
	}
	return nil, done{OK: true}, nil
}

func (f files) list(_ context.Context, _ *mcp.CallToolRequest, in pathIn) (*mcp.CallToolResult, listOut, error) {
	entries, err := fs.ReadDir(f.root.FS(), path.Clean(in.Path))
	if err != nil {
		return nil, listOut{}, plain("list", err)
	}
	out := listOut{Entries: []string{}}
	for _, e := range entries[:min(len(entries), 1000)] {
		out.Entries = append(out.Entries, e.Name())
	}
	return nil, out, nil
}

func main() {
	if len(os.Args) != 2 {
		log.Fatal("usage: rootfiles FOLDER")
	}
	root, err := os.OpenRoot(os.Args[1])
	if err != nil {
		log.Fatal(err)
	}
	defer root.Close()
	f, yes := files{root: root}, true

	s := mcp.NewServer(&mcp.Implementation{Name: "rootfiles", Version: "0.8.0"}, nil)
	ro := &mcp.ToolAnnotations{ReadOnlyHint: true}
	mcp.AddTool(s, &mcp.Tool{Name: "read_file", Description: "Read a file of the folder.", Annotations: ro}, f.read)
	mcp.AddTool(s, &mcp.Tool{Name: "list_folder", Description: "List a folder.", Annotations: ro}, f.list)
	mcp.AddTool(s, &mcp.Tool{
		Name:        "write_file",
		Description: "Create or replace a file of the folder.",
		Annotations: &mcp.ToolAnnotations{DestructiveHint: &yes, IdempotentHint: true},
	}, f.write)
	if err := s.Run(context.Background(), &mcp.StdioTransport{}); err != nil {
		log.Fatal(err)
	}
}
