// Package tools offers mail as MCP tools.
package tools

import (
	"context"
	"errors"
	"fmt"
	"time"

	mcp "github.com/metoro-io/mcp-golang"

	"github.com/bluewicket/postbridge/internal/config"
	"github.com/bluewicket/postbridge/internal/letter"
	"github.com/bluewicket/postbridge/internal/smtpout"
)

// MessageArgs are the arguments of both tools.
type MessageArgs struct {
	To      []string `json:"to" jsonschema:"required,description=Recipient addresses"`
	Cc      []string `json:"cc" jsonschema:"description=Addresses for a copy"`
	Subject string   `json:"subject" jsonschema:"required,description=Subject line"`
	Body    string   `json:"body" jsonschema:"required,description=Plain text of the message"`
}

// Register adds the tools to server.
func Register(server *mcp.Server, cfg *config.Config, sender *smtpout.Sender) error {
	preview := func(_ context.Context, args MessageArgs) (*mcp.ToolResponse, error) {
		l, err := letter.New(cfg, args.To, args.Cc, args.Subject, args.Body)
		if err != nil {
			return nil, err
		}
		return mcp.NewToolResponse(mcp.NewTextContent(l.Header(time.Now()))), nil
	}
	send := func(ctx context.Context, args MessageArgs) (*mcp.ToolResponse, error) {
		l, err := letter.New(cfg, args.To, args.Cc, args.Subject, args.Body)
		if err != nil {
			return nil, err
		}
		n, err := sender.Send(ctx, l)
		if err != nil {
			return nil, err
		}
		return mcp.NewToolResponse(mcp.NewTextContent(
			fmt.Sprintf("Sent to %d recipients (%d bytes).", len(l.To)+len(l.Cc), n))), nil
	}
	return errors.Join(
		server.RegisterTool("preview_message", "Show the headers of a message without sending it.", preview),
		server.RegisterTool("send_message", "Send a plain-text message to recipients in the allowed domains.", send),
	)
}
