// Command dashview lists dashboards of a Grafana.
package main

import (
	"cmp"
	"context"
	"encoding/json"
	"errors"
	"io"
	"log"
	"net/http"
	"net/url"
	"os"
	"strings"
	"time"

	"github.com/modelcontextprotocol/go-sdk/mcp"
)

type searchIn struct {
	Query   string `json:"query" jsonschema:"text in the title"`
	BaseURL string `json:"base_url,omitempty" jsonschema:"address of the Grafana, when it is not the usual one"`
}

type dashboard struct {
	UID   string `json:"uid"`
	Title string `json:"title"`
}

type searchOut struct {
	Dashboards []dashboard `json:"dashboards"`
}

type grafana struct {
	base   string
	token  string
	client *http.Client
}

func (g *grafana) search(ctx context.Context, _ *mcp.CallToolRequest, in searchIn) (*mcp.CallToolResult, searchOut, error) {
	base := strings.TrimRight(cmp.Or(in.BaseURL, g.base), "/")
	target := base + "/api/search?type=dash-db&limit=50&query=" + url.QueryEscape(in.Query)
	req, err := http.NewRequestWithContext(ctx, http.MethodGet, target, nil)
	if err != nil {
		return nil, searchOut{}, errors.New("bad address")
	}
	req.Header.Set("Authorization", "Bearer "+g.token)
	res, err := g.client.Do(req)
	if err != nil {
		log.Printf("search: %v", err)
		return nil, searchOut{}, errors.New("Grafana is not reachable")
	}
	defer res.Body.Close()
	if res.StatusCode != http.StatusOK {
		return nil, searchOut{}, errors.New("Grafana answered " + res.Status)
	}
	var out searchOut
	if err := json.NewDecoder(io.LimitReader(res.Body, 1<<20)).Decode(&out.Dashboards); err != nil {
		return nil, searchOut{}, errors.New("unexpected answer")
	}
	return nil, out, nil
}

func main() {
	g := &grafana{
		base:   os.Getenv("GRAFANA_URL"),
		token:  os.Getenv("GRAFANA_SERVICE_ACCOUNT_TOKEN"),
		client: &http.Client{Timeout: 10 * time.Second},
	}
	s := mcp.NewServer(&mcp.Implementation{Name: "dashview", Version: "0.6.0"}, nil)
	mcp.AddTool(s, &mcp.Tool{
		Name:        "search_dashboards",
		Description: "Find dashboards by title.",
		Annotations: &mcp.ToolAnnotations{ReadOnlyHint: true},
	}, g.search)
	if err := s.Run(context.Background(), &mcp.StdioTransport{}); err != nil {
		log.Fatal(err)
	}
}
