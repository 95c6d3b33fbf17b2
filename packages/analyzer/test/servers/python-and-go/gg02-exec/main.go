package main

import (
	"context"
	"errors"
	"fmt"
	"log"
	"os/exec"
	"regexp"
	"slices"
	"time"

	"github.com/modelcontextprotocol/go-sdk/mcp"
)

var (
	allowed = []string{"status", "log", "diff"}
	refRe   = regexp.MustCompile(`^[A-Za-z0-9][A-Za-z0-9._/-]{0,99}$`)
	errArgs = errors.New("invalid arguments")
)

type GitArgs struct {
	Command string `json:"command" jsonschema:"one of status, log, diff"`
	Ref     string `json:"ref,omitempty"`
}

type GitResult struct {
	Output string `json:"output"`
}

func git(ctx context.Context, _ *mcp.CallToolRequest, args GitArgs) (*mcp.CallToolResult, GitResult, error) {
	if !slices.Contains(allowed, args.Command) {
		return nil, GitResult{}, errArgs
	}
	argv := []string{"-C", "/srv/repo", args.Command}
	if args.Ref != "" {
		if !refRe.MatchString(args.Ref) {
			return nil, GitResult{}, errArgs
		}
		argv = append(argv, args.Ref)
	}
	argv = append(argv, "--")
	ctx, cancel := context.WithTimeout(ctx, 10*time.Second)
	defer cancel()
	out, err := exec.CommandContext(ctx, "git", argv...).Output()
	if err != nil {
		return nil, GitResult{}, fmt.Errorf("git %s failed", args.Command)
	}
	if len(out) > 1<<16 {
		out = out[:1<<16]
	}
	return nil, GitResult{Output: string(out)}, nil
}

func main() {
	s := mcp.NewServer(&mcp.Implementation{Name: "git", Version: "v1.0.0"}, nil)
	mcp.AddTool(s, &mcp.Tool{Name: "git", Description: "Read-only git commands"}, git)
	if err := s.Run(context.Background(), &mcp.StdioTransport{}); err != nil {
		log.Fatal(err)
	}
}
