package railapi

import (
	"net"
	"net/http"
	"time"
)

type options struct {
	key     string
	timeout time.Duration
	conns   int
}

// Option changes a Client.
type Option func(*options)

// WithKey sets the API key.
func WithKey(key string) Option { return func(o *options) { o.key = key } }

// WithTimeout sets how long the service may take.
func WithTimeout(d time.Duration) Option { return func(o *options) { o.timeout = d } }

// WithConns sets how many idle connections are kept.
func WithConns(n int) Option { return func(o *options) { o.conns = n } }

func (o *options) httpClient() *http.Client {
	dialer := &net.Dialer{Timeout: o.timeout, KeepAlive: 30 * time.Second}
	return &http.Client{
		Transport: &http.Transport{
			DialContext:         dialer.DialContext,
			TLSHandshakeTimeout: o.timeout,
			MaxIdleConns:        o.conns,
			IdleConnTimeout:     90 * time.Second,
			ForceAttemptHTTP2:   true,
		},
		CheckRedirect: func(*http.Request, []*http.Request) error {
			return http.ErrUseLastResponse
		},
	}
}
