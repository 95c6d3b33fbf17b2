package main

import (
	"context"
	"encoding/json"
	"log"

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
	stars := map[int]int{}
	for _, review := range reviews {
		stars[review.Stars]++
	}
	text, err := json.Marshal(stars)
	if err != nil {
		return mcp.NewToolResultError("the reviews cannot be shown"), nil
	}
	return mcp.NewToolResultText(string(text)), nil
}

func main() {
	s := server.NewMCPServer("reviews", "1.3.0")
	s.AddTool(mcp.NewTool("newest_reviews",
		mcp.WithDescription("Count the stars of the newest reviews of an article"),
		mcp.WithNumber("article", mcp.Required(), mcp.Min(1)),
	), newestReviews)
	if err := server.ServeStdio(s); err != nil {
		log.Fatal(err)
	}
}
