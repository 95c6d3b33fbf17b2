package check

import (
	"context"
	"errors"
	"net"
	"net/http"
	"net/url"
	"time"
)

type Checker struct {
	client *http.Client
}

func New() *Checker {
	return &Checker{client: &http.Client{Timeout: 10 * time.Second}}
}

var errScheme = errors.New("only http and https")

func (c *Checker) Status(ctx context.Context, raw string) (int, error) {
	u, err := url.Parse(raw)
	if err != nil {
		return 0, err
	}
	if u.Scheme != "http" && u.Scheme != "https" {
		return 0, errScheme
	}
	req, err := http.NewRequestWithContext(ctx, http.MethodHead, u.String(), nil)
	if err != nil {
		return 0, err
	}
	resp, err := c.client.Do(req)
	if err != nil {
		return 0, err
	}
	defer resp.Body.Close()
	return resp.StatusCode, nil
}
