package github

import (
	"context"
	"encoding/json"
	"fmt"
	"io"
	"net/http"
	"net/url"
	"time"
)

type Client struct {
	base  *url.URL
	token string
	http  *http.Client
}

func NewClient(token string) *Client {
	base, _ := url.Parse("https://api.github.com/")
	return &Client{base: base, token: token, http: &http.Client{Timeout: 15 * time.Second}}
}

func (c *Client) get(ctx context.Context, query url.Values, out any, parts ...string) error {
	u := c.base.JoinPath(parts...)
	u.RawQuery = query.Encode()
	var last error
	for attempt := 0; attempt < 3; attempt++ {
		req, err := http.NewRequestWithContext(ctx, http.MethodGet, u.String(), nil)
		if err != nil {
			return err
		}
		req.Header.Set("Authorization", "Bearer "+c.token)
		resp, err := c.http.Do(req)
		if err != nil {
			last = err
			time.Sleep(time.Duration(attempt+1) * 500 * time.Millisecond)
			continue
		}
		defer resp.Body.Close()
		if resp.StatusCode != http.StatusOK {
			return fmt.Errorf("github answered %d", resp.StatusCode)
		}
		return json.NewDecoder(io.LimitReader(resp.Body, 4<<20)).Decode(out)
	}
	return last
}

type Release struct {
	Tag string `json:"tag_name"`
}

func (c *Client) LatestRelease(ctx context.Context, owner, repo string) (*Release, error) {
	var r Release
	err := c.get(ctx, nil, &r, "repos", url.PathEscape(owner), url.PathEscape(repo), "releases", "latest")
	return &r, err
}
