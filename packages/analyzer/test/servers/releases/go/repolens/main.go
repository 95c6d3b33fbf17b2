package main

import (
	"context"
	"errors"
	"log"
	"os"
	"os/signal"

	"example.org/repolens/internal/git"
	"github.com/modelcontextprotocol/go-sdk/mcp"
)

type logIn struct {
	Revision string `json:"revision,omitempty" jsonschema:"branch, tag or commit; HEAD when left out"`
	Count    int    `json:"count,omitempty" jsonschema:"number of commits, at most 100"`
}

type logOut struct {
	Commits []string `json:"commits"`
}

type showIn struct {
	Revision string `json:"revision" jsonschema:"branch, tag or commit"`
	Path     string `json:"path" jsonschema:"path below the top of the repository"`
}

type showOut struct {
	Path    string `json:"path"`
	Content string `json:"untrusted_content"`
}

type lens struct{ repo *git.Repo }

func (l lens) log(ctx context.Context, _ *mcp.CallToolRequest, in logIn) (*mcp.CallToolResult, logOut, error) {
	if in.Revision == "" {
		in.Revision = "HEAD"
	}
	if in.Count < 1 || in.Count > 100 {
		in.Count = 20
	}
	commits, err := l.repo.Log(ctx, in.Revision, in.Count)
	if err != nil {
		log.Printf("log: %v", err)
		return nil, logOut{}, errors.New("the history is not available")
	}
	return nil, logOut{Commits: commits}, nil
}

func (l lens) show(ctx context.Context, _ *mcp.CallToolRequest, in showIn) (*mcp.CallToolResult, showOut, error) {
	content, err := l.repo.Show(ctx, in.Revision, in.Path)
	if err != nil {
		log.Printf("show: %v", err)
		return nil, showOut{}, errors.New("no such file in that revision")
	}
	return nil, showOut{Path: in.Path, Content: content}, nil
}

func main() {
	if len(os.Args) != 2 {
		log.Fatal("usage: repolens WORKTREE")
	}
	repo, err := git.Open(os.Args[1])
	if err != nil {
		log.Fatal(err)
	}
	l := lens{repo: repo}
	s := mcp.NewServer(&mcp.Implementation{Name: "repolens", Version: "1.4.2"}, nil)
	ro := &mcp.ToolAnnotations{ReadOnlyHint: true}
	mcp.AddTool(s, &mcp.Tool{Name: "log", Description: "Commits that lead to a revision.", Annotations: ro}, l.log)
	mcp.AddTool(s, &mcp.Tool{Name: "show_file", Description: "A file as of a revision, as quoted data.", Annotations: ro}, l.show)

	ctx, stop := signal.NotifyContext(context.Background(), os.Interrupt)
	defer stop()
	if err := s.Run(ctx, &mcp.StdioTransport{}); err != nil && !errors.Is(err, context.Canceled) {
		log.Fatal(err)
	}
}
