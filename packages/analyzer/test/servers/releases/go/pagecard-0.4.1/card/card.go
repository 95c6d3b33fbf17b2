// Package card makes link cards of web pages.
package card

import (
	"context"
	"errors"
	"io"
	"net"
	"net/http"
	"net/netip"
	"strings"
	"syscall"
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

var errPrivate = errors.New("address is not public")

var reserved = []netip.Prefix{
	netip.MustParsePrefix("0.0.0.0/8"),
	netip.MustParsePrefix("100.64.0.0/10"),
	netip.MustParsePrefix("192.0.0.0/24"),
	netip.MustParsePrefix("198.18.0.0/15"),
	netip.MustParsePrefix("240.0.0.0/4"),
	netip.MustParsePrefix("64:ff9b::/96"),
	netip.MustParsePrefix("2002::/16"),
}

// publicOnly is called by the dialer with the resolved address of every connection, those of redirects included.
func publicOnly(_, address string, _ syscall.RawConn) error {
	ap, err := netip.ParseAddrPort(address)
	if err != nil {
		return errPrivate
	}
	ip := ap.Addr().Unmap()
	if !ip.IsGlobalUnicast() || ip.IsPrivate() || (ap.Port() != 80 && ap.Port() != 443) {
		return errPrivate
	}
	for _, p := range reserved {
		if p.Contains(ip) {
			return errPrivate
		}
	}
	return nil
}

// NewMaker makes a Maker whose client connects to public addresses only.
func NewMaker() *Maker {
	dialer := &net.Dialer{Timeout: 5 * time.Second, Control: publicOnly}
	transport := &http.Transport{
		Proxy:               nil,
		DialContext:         dialer.DialContext,
		TLSHandshakeTimeout: 5 * time.Second,
	}
	return &Maker{client: &http.Client{Timeout: 10 * time.Second, Transport: transport}}
}

// Make fetches a page and reads its head.
func (m *Maker) Make(ctx context.Context, address string) (*Card, error) {
	req, err := http.NewRequestWithContext(ctx, http.MethodGet, address, nil)
	if err != nil {
		return nil, errors.New("not a usable address")
	}
	if req.URL.Scheme != "https" && req.URL.Scheme != "http" {
		return nil, errors.New("only http and https pages have cards")
	}
	req.Header.Set("User-Agent", "pagecard/0.4.1")
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
