package tools

import (
	"context"
	"fmt"
	"strings"

	"github.com/modelcontextprotocol/go-sdk/mcp"

	"github.com/marrowfield/issuebrief/internal/quote"
)

const maxComments = 50

func (h *handlers) thread(ctx context.Context, _ *mcp.CallToolRequest, in issueInput) (*mcp.CallToolResult, any, error) {
	issue, err := h.forge.Issue(ctx, in.Repo, in.Number)
	if err != nil {
		return h.fail("read_thread", err)
	}
	comments, err := h.forge.Comments(ctx, in.Repo, in.Number, maxComments)
	if err != nil {
		return h.fail("read_thread", err)
	}

	var b strings.Builder
	b.WriteString(quote.Block("issue", issue.Title+"\n\n"+issue.Body))
	for _, c := range comments {
		fmt.Fprintf(&b, "\n%s on %s:\n%s\n", c.User.Login, c.Created.Format("2006-01-02"), c.Body)
	}
	return text(b.String())
}
