// Package railapi asks a timetable service.
package railapi

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"net/http"
	"net/url"
	"strconv"
	"time"
)

const maxAnswer = 2 << 20

// Client asks one service.
type Client struct {
	base *url.URL
	key  string
	http *http.Client
}

// Station is a search result.
type Station struct {
	Code string `json:"code"`
	Name string `json:"name"`
}

// Train is one line of a departure board.
type Train struct {
	Line      string    `json:"line"`
	To        string    `json:"to"`
	Platform  string    `json:"platform"`
	Planned   time.Time `json:"planned"`
	DelayMin  int       `json:"delay_min"`
	Cancelled bool      `json:"cancelled"`
}

// New makes a client.
func New(base string, opts ...Option) (*Client, error) {
	o := options{timeout: 10 * time.Second, conns: 4}
	for _, opt := range opts {
		opt(&o)
	}
	u, err := url.Parse(base)
	if err != nil || u.Scheme != "https" || u.Host == "" {
		return nil, errors.New("TRAINBOARD_URL must be an https address")
	}
	if o.key == "" {
		return nil, errors.New("TRAINBOARD_KEY is not set")
	}
	return &Client{base: u, key: o.key, http: o.httpClient()}, nil
}

// Stations searches stations by name.
func (c *Client) Stations(ctx context.Context, name string) ([]Station, error) {
	var out struct {
		Stations []Station `json:"stations"`
	}
	err := c.get(ctx, "stations", url.Values{"q": {name}, "limit": {"10"}}, &out)
	return out.Stations, err
}

// Departures returns the next trains of a station.
func (c *Client) Departures(ctx context.Context, code string, limit int) ([]Train, error) {
	var out struct {
		Trains []Train `json:"trains"`
	}
	err := c.get(ctx, "departures", url.Values{"station": {code}, "limit": {strconv.Itoa(limit)}}, &out)
	return out.Trains, err
}

func (c *Client) get(ctx context.Context, path string, query url.Values, into any) error {
	u := c.base.JoinPath(path)
	u.RawQuery = query.Encode()
	req, err := http.NewRequestWithContext(ctx, http.MethodGet, u.String(), nil)
	if err != nil {
		return err
	}
	req.Header.Set("X-Api-Key", c.key)
	req.Header.Set("Accept", "application/json")

	resp, err := c.http.Do(req)
	if err != nil {
		return err
	}
	defer resp.Body.Close()
	if resp.StatusCode != http.StatusOK {
		return fmt.Errorf("the service answered with status %d", resp.StatusCode)
	}
	return json.NewDecoder(io.LimitReader(resp.Body, maxAnswer)).Decode(into)
}
