// Package probe asks for links.
package probe

import (
	"context"
	"crypto/tls"
	"errors"
	"io"
	"mime"
	"net/http"
	"net/url"
	"strings"
	"sync"
	"time"

	"github.com/tidewire/linkpulse/internal/netguard"
)

const (
	perLink  = 10 * time.Second
	parallel = 5
)

// Outcome is what is known about a link.
type Outcome struct {
	Index    int    `json:"index"`
	Status   int    `json:"status,omitempty"`
	Kind     string `json:"kind,omitempty"`
	CertDays int    `json:"cert_days,omitempty"`
	Problem  string `json:"problem,omitempty"`
}

// Prober checks links.
type Prober struct {
	hosts     netguard.Hosts
	client    *http.Client
	tokenHost string
	token     string
}

// Option changes a Prober.
type Option func(*Prober)

// WithToken sends a token to one host.
func WithToken(host, token string) Option {
	return func(p *Prober) { p.tokenHost, p.token = strings.ToLower(host), token }
}

// New makes a Prober.
func New(hosts netguard.Hosts, opts ...Option) *Prober {
	p := &Prober{hosts: hosts}
	for _, opt := range opts {
		opt(p)
	}
	p.client = &http.Client{
		Timeout: perLink,
		Transport: &tokenTransport{prober: p, next: &http.Transport{
			DialContext:            netguard.Dialer().DialContext,
			TLSClientConfig:        &tls.Config{MinVersion: tls.VersionTLS12},
			TLSHandshakeTimeout:    4 * time.Second,
			ResponseHeaderTimeout:  8 * time.Second,
			MaxResponseHeaderBytes: 64 << 10,
			MaxConnsPerHost:        parallel,
		}},
		CheckRedirect: func(req *http.Request, via []*http.Request) error {
			if len(via) >= 4 {
				return errors.New("too many redirects")
			}
			return hosts.Allow(req.URL)
		},
	}
	return p
}

// tokenTransport adds the token for its host, and for that host only.
type tokenTransport struct {
	prober *Prober
	next   http.RoundTripper
}

func (t *tokenTransport) RoundTrip(req *http.Request) (*http.Response, error) {
	p := t.prober
	if p.token != "" && strings.EqualFold(req.URL.Hostname(), p.tokenHost) && req.URL.Scheme == "https" {
		req = req.Clone(req.Context())
		req.Header.Set("Authorization", "Bearer "+p.token)
	}
	return t.next.RoundTrip(req)
}

// Check asks for all links, a few at a time.
func (p *Prober) Check(ctx context.Context, links []string) []Outcome {
	out := make([]Outcome, len(links))
	slots := make(chan struct{}, parallel)
	var wg sync.WaitGroup
	for i, link := range links {
		slots <- struct{}{}
		wg.Add(1)
		go func() {
			defer func() { <-slots; wg.Done() }()
			out[i] = p.one(ctx, link)
			out[i].Index = i
		}()
	}
	wg.Wait()
	return out
}

func (p *Prober) one(ctx context.Context, link string) Outcome {
	u, err := url.Parse(link)
	if err != nil {
		return Outcome{Problem: "not a link"}
	}
	if err := p.hosts.Allow(u); err != nil {
		return Outcome{Problem: err.Error()}
	}
	ctx, cancel := context.WithTimeout(ctx, perLink)
	defer cancel()
	req, err := http.NewRequestWithContext(ctx, http.MethodGet, u.String(), nil)
	if err != nil {
		return Outcome{Problem: "not a link"}
	}
	req.Header.Set("User-Agent", "linkpulse/0.3")
	resp, err := p.client.Do(req)
	if err != nil {
		return Outcome{Problem: "no answer"}
	}
	defer resp.Body.Close()
	if _, err := io.CopyN(io.Discard, resp.Body, 8<<10); err != nil && !errors.Is(err, io.EOF) {
		return Outcome{Problem: "broken answer"}
	}

	o := Outcome{Status: resp.StatusCode, Kind: "other"}
	if kind, _, err := mime.ParseMediaType(resp.Header.Get("Content-Type")); err == nil {
		switch kind {
		case "text/html", "text/plain", "application/pdf", "application/json":
			o.Kind = kind
		}
	}
	if resp.TLS != nil && len(resp.TLS.PeerCertificates) > 0 {
		o.CertDays = int(time.Until(resp.TLS.PeerCertificates[0].NotAfter).Hours() / 24)
	}
	return o
}
