package github

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"net/http"
	"net/url"
	"regexp"
	"time"
)

const base = "https://api.github.com"

var (
	owner = regexp.MustCompile(`^[A-Za-z0-9][A-Za-z0-9-]{0,38}$`)
	repo  = regexp.MustCompile(`^[A-Za-z0-9_][A-Za-z0-9._-]{0,99}$`)
)

// Release is a published release.
type Release struct {
	Tag       string    `json:"tag_name"`
	Name      string    `json:"name"`
	Published time.Time `json:"published_at"`
}

// Client reads releases.
type Client struct {
	token string
	http  *http.Client
}

// New makes a client; the token may be empty.
func New(token string) *Client {
	return &Client{token: token, http: &http.Client{
		Timeout:       10 * time.Second,
		CheckRedirect: func(*http.Request, []*http.Request) error { return http.ErrUseLastResponse },
	}}
}

// Releases lists the newest releases of a repository.
func (c *Client) Releases(ctx context.Context, o, r string, n int) ([]Release, error) {
	if !owner.MatchString(o) || !repo.MatchString(r) {
		return nil, errors.New("not a usable owner or repository")
	}
	target := fmt.Sprintf("%s/repos/%s/%s/releases?per_page=%d", base, url.PathEscape(o), url.PathEscape(r), n)
	req, err := http.NewRequestWithContext(ctx, http.MethodGet, target, nil)
	if err != nil {
		return nil, err
	}
	req.Header.Set("Accept", "application/vnd.github+json")
	if c.token != "" {
		req.Header.Set("Authorization", "Bearer "+c.token)
	}
	res, err := c.http.Do(req)
	if err != nil {
		return nil, errors.New("GitHub is not reachable")
	}
	defer res.Body.Close()
	if res.StatusCode != http.StatusOK {
		return nil, fmt.Errorf("GitHub answered %d", res.StatusCode)
	}
	var out []Release
	if err := json.NewDecoder(io.LimitReader(res.Body, 4<<20)).Decode(&out); err != nil {
		return nil, errors.New("unexpected answer")
	}
	return out, nil
}
