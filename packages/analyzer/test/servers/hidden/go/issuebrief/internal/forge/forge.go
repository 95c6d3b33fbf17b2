// Package forge reads issues from a Forgejo or Gitea instance.
package forge

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"net/http"
	"net/url"
	"slices"
	"strconv"
	"time"
)

const maxAnswer = 4 << 20

// Options set up a Client.
type Options struct {
	BaseURL string
	Token   string
	Repos   []string
	Timeout time.Duration
}

// Client asks one instance.
type Client struct {
	base  *url.URL
	token string
	repos []string
	http  *http.Client
}

// Issue is what the instance says about an issue.
type Issue struct {
	Number  int       `json:"number"`
	State   string    `json:"state"`
	Title   string    `json:"title"`
	Body    string    `json:"body"`
	Created time.Time `json:"created_at"`
}

// Comment is one comment on an issue.
type Comment struct {
	ID   int64 `json:"id"`
	User struct {
		Login string `json:"login"`
	} `json:"user"`
	Body    string    `json:"body"`
	Created time.Time `json:"created_at"`
}

// New checks the options and makes a client.
func New(o Options) (*Client, error) {
	base, err := url.Parse(o.BaseURL)
	if err != nil || base.Scheme != "https" || base.Host == "" || base.User != nil {
		return nil, errors.New("ISSUEBRIEF_URL must be an https address")
	}
	if o.Token == "" || len(o.Repos) == 0 {
		return nil, errors.New("ISSUEBRIEF_TOKEN and ISSUEBRIEF_REPOS are needed")
	}
	return &Client{
		base:  base,
		token: o.Token,
		repos: o.Repos,
		http: &http.Client{
			Timeout: o.Timeout,
			CheckRedirect: func(*http.Request, []*http.Request) error {
				return http.ErrUseLastResponse
			},
		},
	}, nil
}

// List returns the newest open issues.
func (c *Client) List(ctx context.Context, repo string, limit int) ([]Issue, error) {
	var out []Issue
	err := c.get(ctx, repo, url.Values{
		"state": {"open"}, "type": {"issues"}, "limit": {strconv.Itoa(limit)},
	}, &out, "issues")
	return out, err
}

// Issue returns one issue.
func (c *Client) Issue(ctx context.Context, repo string, number int) (Issue, error) {
	var out Issue
	err := c.get(ctx, repo, nil, &out, "issues", strconv.Itoa(number))
	return out, err
}

// Comments returns the comments of an issue, oldest first.
func (c *Client) Comments(ctx context.Context, repo string, number, limit int) ([]Comment, error) {
	var out []Comment
	err := c.get(ctx, repo, nil, &out, "issues", strconv.Itoa(number), "comments")
	if len(out) > limit {
		out = out[:limit]
	}
	return out, err
}

func (c *Client) get(ctx context.Context, repo string, query url.Values, into any, elem ...string) error {
	if !slices.Contains(c.repos, repo) {
		return fmt.Errorf("repository %q is not in the list of this server", repo)
	}
	u := c.base.JoinPath("api", "v1", "repos", repo).JoinPath(elem...)
	u.RawQuery = query.Encode()
	req, err := http.NewRequestWithContext(ctx, http.MethodGet, u.String(), nil)
	if err != nil {
		return err
	}
	req.Header.Set("Authorization", "token "+c.token)
	req.Header.Set("Accept", "application/json")

	resp, err := c.http.Do(req)
	if err != nil {
		return err
	}
	defer resp.Body.Close()
	if resp.StatusCode != http.StatusOK {
		return fmt.Errorf("the instance answered with status %d", resp.StatusCode)
	}
	return json.NewDecoder(io.LimitReader(resp.Body, maxAnswer)).Decode(into)
}
