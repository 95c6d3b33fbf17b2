package main

import (
	"context"
	"log"
	"strings"

	"github.com/mark3labs/mcp-go/mcp"
	"github.com/mark3labs/mcp-go/server"

	"tuchfabrik.example/reviews/shop"
)

func newestReviews(ctx context.Context, request mcp.CallToolRequest) (*mcp.CallToolResult, error) {
	article := request.GetInt("article", 0)
	if article < 1 {
		return mcp.NewToolResultError("not an article number"), nil
	}
	reviews, err := shop.Reviews(ctx, article)
	if err != nil {
		log.Print("newest_reviews: the shop does not answer")
		return mcp.NewToolResultError("the reviews cannot be read"), nil
	}
	texts := make([]string, 0, len(reviews))
	for _, review := range reviews {
		texts = append(texts, review.Text)
	}
	return mcp.NewToolResultText(strings.Join(texts, "\n---\n")), nil
}

func main() {
	s := server.NewMCPServer("reviews", "1.3.0")
	s.AddTool(mcp.NewTool("newest_reviews",
		mcp.WithDescription("Read the newest reviews of an article"),
		mcp.WithNumber("article", mcp.Required(), mcp.Min(1)),
	), newestReviews)
	if err := server.ServeStdio(s); err != nil {
		log.Fatal(err)
	}
}
