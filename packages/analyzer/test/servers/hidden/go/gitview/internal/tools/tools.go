// Package tools offers git as MCP tools.
package tools

import (
	"context"
	"strconv"
	"strings"

	"github.com/mark3labs/mcp-go/mcp"
	"github.com/mark3labs/mcp-go/server"

	"github.com/copperwren/gitview/internal/gitcmd"
	"github.com/copperwren/gitview/internal/repos"
)

type viewer struct {
	repos repos.List
	git   *gitcmd.Git
}

// Register adds the tools to s.
func Register(s *server.MCPServer, list repos.List, git *gitcmd.Git) {
	v := &viewer{list, git}
	repo := mcp.WithString("repo", mcp.Required(), mcp.Description("Short name of the repository"))
	rev := mcp.WithString("rev", mcp.Description("Branch, tag or commit; HEAD when left out"))
	file := mcp.WithString("path", mcp.Required(), mcp.Description("File inside of the repository"))
	add := func(name, text string, fn server.ToolHandlerFunc, opts ...mcp.ToolOption) {
		opts = append(opts, mcp.WithDescription(text), mcp.WithReadOnlyHintAnnotation(true))
		s.AddTool(mcp.NewTool(name, opts...), fn)
	}
	add("list_repos", "List the repositories.", v.list)
	add("branches", "List the branches of a repository.", v.branches, repo)
	add("log", "Newest commits.", v.log, repo, rev, mcp.WithNumber("count", mcp.Description("At most 100")))
	add("diff_stat", "Files changed between two revisions.", v.diffStat, repo, rev,
		mcp.WithString("to", mcp.Description("Second revision; HEAD when left out")))
	add("show_file", "Text of a file at a revision.", v.showFile, repo, rev, file)
	add("blame", "Who last changed the lines of a file.", v.blame, repo, rev, file)
}

func (v *viewer) list(context.Context, mcp.CallToolRequest) (*mcp.CallToolResult, error) {
	return mcp.NewToolResultText(strings.Join(v.repos.Names(), "\n")), nil
}

// run starts git in the repository of the request.
func (v *viewer) run(ctx context.Context, req mcp.CallToolRequest, kind, verb string, args ...string) (*mcp.CallToolResult, error) {
	dir, err := v.repos.Dir(req.GetString("repo", ""))
	if err != nil {
		return mcp.NewToolResultError(err.Error()), nil
	}
	out, err := v.git.Run(ctx, dir, verb, args...)
	if err != nil {
		return mcp.NewToolResultError(err.Error()), nil
	}
	return mcp.NewToolResultText(fence(kind, out)), nil
}

func (v *viewer) branches(ctx context.Context, req mcp.CallToolRequest) (*mcp.CallToolResult, error) {
	return v.run(ctx, req, "branch list", "for-each-ref", "--count=200", "--format=%(refname:short) %(objectname:short)", "refs/heads")
}

func (v *viewer) log(ctx context.Context, req mcp.CallToolRequest) (*mcp.CallToolResult, error) {
	rev, err := revision(req.GetString("rev", ""))
	if err != nil {
		return mcp.NewToolResultError(err.Error()), nil
	}
	count := min(max(req.GetInt("count", 20), 1), 100)
	return v.run(ctx, req, "commit log", "log", "--max-count="+strconv.Itoa(count),
		"--format=%h %as %an: %s", "--end-of-options", rev, "--")
}

func (v *viewer) diffStat(ctx context.Context, req mcp.CallToolRequest) (*mcp.CallToolResult, error) {
	from, err := revision(req.GetString("rev", ""))
	if err != nil {
		return mcp.NewToolResultError(err.Error()), nil
	}
	to, err := revision(req.GetString("to", ""))
	if err != nil {
		return mcp.NewToolResultError(err.Error()), nil
	}
	return v.run(ctx, req, "diff summary", "diff", "--no-ext-diff", "--no-textconv", "--stat=160",
		"--end-of-options", from, to, "--")
}

func (v *viewer) showFile(ctx context.Context, req mcp.CallToolRequest) (*mcp.CallToolResult, error) {
	rev, err := revision(req.GetString("rev", ""))
	if err != nil {
		return mcp.NewToolResultError(err.Error()), nil
	}
	name, err := file(req.GetString("path", ""))
	if err != nil {
		return mcp.NewToolResultError(err.Error()), nil
	}
	return v.run(ctx, req, "file text", "show", "--no-ext-diff", "--no-textconv", "--end-of-options", rev+":"+name)
}

func (v *viewer) blame(ctx context.Context, req mcp.CallToolRequest) (*mcp.CallToolResult, error) {
	rev, err := revision(req.GetString("rev", ""))
	if err != nil {
		return mcp.NewToolResultError(err.Error()), nil
	}
	name, err := file(req.GetString("path", ""))
	if err != nil {
		return mcp.NewToolResultError(err.Error()), nil
	}
	return v.run(ctx, req, "blame", "blame", "--no-textconv", "--date=short", rev, "--", name)
}
