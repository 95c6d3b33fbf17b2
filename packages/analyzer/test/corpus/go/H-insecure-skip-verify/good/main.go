package main

import (
	"context"
	"crypto/tls"
	"encoding/json"
	"fmt"
	"io"
	"log"
	"net/http"
	"os"
	"time"

	"github.com/mark3labs/mcp-go/mcp"
	"github.com/mark3labs/mcp-go/server"
)

const api = "https://directory.tuchfabrik.example/v1/departments/"

var departments = map[string]string{"weaving": "weaving", "dyeing": "dyeing", "sales": "sales"}

var client = &http.Client{
	Timeout: 10 * time.Second,
	Transport: &http.Transport{
		TLSClientConfig: &tls.Config{MinVersion: tls.VersionTLS12, InsecureSkipVerify: false},
	},
}

func headcount(ctx context.Context, request mcp.CallToolRequest) (*mcp.CallToolResult, error) {
	department, ok := departments[request.GetString("department", "")]
	if !ok {
		return mcp.NewToolResultError("unknown department"), nil
	}
	req, err := http.NewRequestWithContext(ctx, http.MethodGet, api+department, nil)
	if err != nil {
		return mcp.NewToolResultError("the request could not be built"), nil
	}
	req.Header.Set("Authorization", "Bearer "+os.Getenv("DIRECTORY_TOKEN"))
	resp, err := client.Do(req)
	if err != nil {
		return mcp.NewToolResultError("the directory does not answer"), nil
	}
	defer resp.Body.Close()
	var answer struct {
		Count int `json:"count"`
	}
	if err := json.NewDecoder(io.LimitReader(resp.Body, 1<<16)).Decode(&answer); err != nil {
		return mcp.NewToolResultError("the directory gave no answer"), nil
	}
	return mcp.NewToolResultText(fmt.Sprintf("%d people", answer.Count)), nil
}

func main() {
	s := server.NewMCPServer("directory", "1.0.0")
	s.AddTool(mcp.NewTool("headcount",
		mcp.WithDescription("Count the people of a department"),
		mcp.WithString("department", mcp.Required(), mcp.Enum("weaving", "dyeing", "sales")),
	), headcount)
	if err := server.ServeStdio(s); err != nil {
		log.Fatal(err)
	}
}
