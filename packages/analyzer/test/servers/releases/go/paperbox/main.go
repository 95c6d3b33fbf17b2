package main

import (
	"context"
	"errors"
	"flag"
	"log"

	"example.org/paperbox/box"
	"github.com/modelcontextprotocol/go-sdk/mcp"
)

type readIn struct {
	Name string `json:"name" jsonschema:"name of the paper"`
}

type readOut struct {
	Name string `json:"name"`
	Text string `json:"untrusted_text"`
}

type listOut struct {
	Names []string `json:"names"`
}

type tools struct{ box *box.Box }

func (t *tools) read(_ context.Context, _ *mcp.CallToolRequest, in readIn) (*mcp.CallToolResult, readOut, error) {
	text, err := t.box.Read(in.Name)
	if err != nil {
		return nil, readOut{}, err
	}
	return nil, readOut{Name: in.Name, Text: text}, nil
}

func (t *tools) list(_ context.Context, _ *mcp.CallToolRequest, _ struct{}) (*mcp.CallToolResult, listOut, error) {
	names, err := t.box.Names()
	if err != nil {
		log.Printf("list: %v", err)
		return nil, listOut{}, errors.New("the box is not readable")
	}
	return nil, listOut{Names: names}, nil
}

func main() {
	dir := flag.String("dir", "papers", "folder with the papers")
	flag.Parse()
	b, err := box.Open(*dir)
	if err != nil {
		log.Fatal(err)
	}
	t := &tools{box: b}
	s := mcp.NewServer(&mcp.Implementation{Name: "paperbox", Version: "1.0.0"}, nil)
	ro := &mcp.ToolAnnotations{ReadOnlyHint: true}
	mcp.AddTool(s, &mcp.Tool{Name: "read_paper", Description: "Read a paper.", Annotations: ro}, t.read)
	mcp.AddTool(s, &mcp.Tool{Name: "list_papers", Description: "List the papers.", Annotations: ro}, t.list)
	if err := s.Run(context.Background(), &mcp.StdioTransport{}); err != nil {
		log.Fatal(err)
	}
}
