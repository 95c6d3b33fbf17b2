package tools

import (
	"context"
	"errors"
	"time"

	"github.com/mark3labs/mcp-go/mcp"

	"github.com/ferrous-desk/deskline/internal/auth"
	"github.com/ferrous-desk/deskline/internal/desk"
)

func (h *handlers) list(ctx context.Context, req mcp.CallToolRequest) (*mcp.CallToolResult, error) {
	if _, err := auth.Require(ctx, auth.Viewer); err != nil {
		return fail(err)
	}
	project, err := argProject(req)
	if err != nil {
		return fail(err)
	}
	limit := min(max(req.GetInt("limit", 25), 1), 100)
	return fenced(h.desk.List(project, limit))
}

func (h *handlers) read(ctx context.Context, req mcp.CallToolRequest) (*mcp.CallToolResult, error) {
	if _, err := auth.Require(ctx, auth.Viewer); err != nil {
		return fail(err)
	}
	id, err := req.RequireInt("id")
	if err != nil {
		return fail(err)
	}
	t, err := h.desk.Get(id)
	if err != nil {
		return fail(err)
	}
	return fenced(t)
}

func (h *handlers) open(ctx context.Context, req mcp.CallToolRequest) (*mcp.CallToolResult, error) {
	who, err := auth.Require(ctx, auth.Agent)
	if err != nil {
		return fail(err)
	}
	project, err := argProject(req)
	if err != nil {
		return fail(err)
	}
	title, body := req.GetString("title", ""), req.GetString("body", "")
	if title == "" || len(title) > maxTitle || len(body) > maxText {
		return fail(errors.New("title or body is missing or too long"))
	}
	id, err := h.desk.Add(desk.Ticket{
		Project:  project,
		Title:    title,
		Body:     body,
		OpenedBy: who.User,
		Opened:   time.Now().UTC(),
	})
	if err != nil {
		return h.failStore("open ticket", err)
	}
	return asJSON(map[string]int{"id": id})
}

func (h *handlers) close(ctx context.Context, req mcp.CallToolRequest) (*mcp.CallToolResult, error) {
	who, err := auth.Require(ctx, auth.Agent)
	if err != nil {
		return fail(err)
	}
	id, err := req.RequireInt("id")
	if err != nil {
		return fail(err)
	}
	if err := h.desk.Close(id); err != nil {
		return h.failStore("close ticket", err)
	}
	h.log.Info("ticket closed", "id", id, "by", who.User)
	return asJSON(map[string]bool{"closed": true})
}

func (h *handlers) purge(ctx context.Context, req mcp.CallToolRequest) (*mcp.CallToolResult, error) {
	who, err := auth.Require(ctx, auth.Admin)
	if err != nil {
		return fail(err)
	}
	project, err := argProject(req)
	if err != nil {
		return fail(err)
	}
	if req.GetString("confirm", "") != project {
		return fail(errors.New("confirm must repeat the project key"))
	}
	gone, err := h.desk.Purge(project)
	if err != nil {
		return h.failStore("purge project", err)
	}
	h.log.Warn("project purged", "project", project, "tickets", gone, "by", who.User)
	return asJSON(map[string]int{"removed": gone})
}
