package main

import (
	"context"
	"errors"
	"log"
	"net/http"
	"time"

	"example.org/buildqueue/internal/gate"
	"example.org/buildqueue/internal/queue"
	"github.com/modelcontextprotocol/go-sdk/mcp"
)

type addIn struct {
	Name string `json:"name" jsonschema:"name of the build"`
}
type addOut struct {
	Place int `json:"place"`
}
type listOut struct {
	Waiting []string `json:"waiting"`
}

func newServer(q *queue.Queue) *mcp.Server {
	s := mcp.NewServer(&mcp.Implementation{Name: "buildqueue", Version: "0.9.0"}, nil)
	mcp.AddTool(s, &mcp.Tool{Name: "enqueue", Description: "Put a build into the queue."},
		func(_ context.Context, _ *mcp.CallToolRequest, in addIn) (*mcp.CallToolResult, addOut, error) {
			if in.Name == "" || len(in.Name) > 80 {
				return nil, addOut{}, errors.New("a name of 1 to 80 bytes is needed")
			}
			place, err := q.Add(in.Name)
			return nil, addOut{Place: place}, err
		})
	mcp.AddTool(s, &mcp.Tool{Name: "waiting", Description: "Builds that wait."},
		func(_ context.Context, _ *mcp.CallToolRequest, _ struct{}) (*mcp.CallToolResult, listOut, error) {
			return nil, listOut{Waiting: q.List()}, nil
		})
	return s
}

func main() {
	s := newServer(queue.New(100))
	handler := mcp.NewStreamableHTTPHandler(func(*http.Request) *mcp.Server { return s }, nil)
	srv := &http.Server{
		Addr:              "127.0.0.1:8091",
		Handler:           gate.Require(http.MaxBytesHandler(handler, 1<<20)),
		ReadHeaderTimeout: 5 * time.Second,
	}
	log.Fatal(srv.ListenAndServe())
}
