// Package card makes link cards of web pages.
package card

import (
	"context"
	"errors"
	"io"
	"net/http"
	"strings"
	"time"

	"golang.org/x/net/html"
)

const maxBody = 512 << 10

// Card is what a page says of itself.
type Card struct {
	Status      int    `json:"status"`
	Title       string `json:"untrusted_title"`
	Description string `json:"untrusted_description"`
}

// Maker fetches pages.
type Maker struct{ client *http.Client }

// NewMaker makes a Maker with a limited client.
func NewMaker() *Maker {
	return &Maker{client: &http.Client{Timeout: 10 * time.Second}}
}

// Make fetches a page and reads its head.
func (m *Maker) Make(ctx context.Context, address string) (*Card, error) {
	req, err := http.NewRequestWithContext(ctx, http.MethodGet, address, nil)
	if err != nil {
		return nil, errors.New("not a usable address")
	}
	req.Header.Set("User-Agent", "pagecard/0.4")
	res, err := m.client.Do(req)
	if err != nil {
		return nil, errors.New("the page is not reachable")
	}
	defer res.Body.Close()
	c := &Card{Status: res.StatusCode}
	c.scan(io.LimitReader(res.Body, maxBody))
	return c, nil
}

func (c *Card) scan(r io.Reader) {
	z := html.NewTokenizer(r)
	inTitle := false
	for {
		switch z.Next() {
		case html.ErrorToken:
			return
		case html.TextToken:
			if inTitle && len(c.Title) < 200 {
				c.Title += clip(strings.TrimSpace(string(z.Text())), 200)
			}
		case html.EndTagToken:
			inTitle = false
		case html.StartTagToken, html.SelfClosingTagToken:
			t := z.Token()
			inTitle = t.Data == "title"
			if t.Data == "meta" && attr(t, "name") == "description" {
				c.Description = clip(attr(t, "content"), 400)
			}
		}
	}
}

func attr(t html.Token, key string) string {
	for _, a := range t.Attr {
		if a.Key == key {
			return a.Val
		}
	}
	return ""
}

func clip(s string, n int) string {
	if len(s) > n {
		return s[:n]
	}
	return s
}
