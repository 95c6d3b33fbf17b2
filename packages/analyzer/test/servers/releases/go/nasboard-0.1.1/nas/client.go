package nas

import (
	"context"
	"crypto/tls"
	"crypto/x509"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"net/http"
	"os"
	"time"
)

// Pool is one storage pool.
type Pool struct {
	Name   string `json:"name"`
	Status string `json:"status"`
	Size   int64  `json:"size"`
	Free   int64  `json:"free"`
}

// Client talks to the appliance.
type Client struct {
	base string
	key  string
	http *http.Client
}

// New makes a client for the appliance with the host name. With a caFile, its certificates are trusted too.
func New(host, key, caFile string) (*Client, error) {
	roots, err := x509.SystemCertPool()
	if err != nil {
		return nil, err
	}
	if caFile != "" {
		pem, err := os.ReadFile(caFile)
		if err != nil {
			return nil, err
		}
		if !roots.AppendCertsFromPEM(pem) {
			return nil, errors.New("no certificate in the CA file")
		}
	}
	transport := &http.Transport{
		TLSClientConfig:     &tls.Config{RootCAs: roots, MinVersion: tls.VersionTLS12},
		TLSHandshakeTimeout: 5 * time.Second,
	}
	return &Client{
		base: "https://" + host + "/api/v2.0",
		key:  key,
		http: &http.Client{Transport: transport, Timeout: 10 * time.Second},
	}, nil
}

// Pools lists the storage pools.
func (c *Client) Pools(ctx context.Context) ([]Pool, error) {
	req, err := http.NewRequestWithContext(ctx, http.MethodGet, c.base+"/pool", nil)
	if err != nil {
		return nil, err
	}
	req.Header.Set("Authorization", "Bearer "+c.key)
	res, err := c.http.Do(req)
	if err != nil {
		return nil, err
	}
	defer res.Body.Close()
	if res.StatusCode != http.StatusOK {
		return nil, fmt.Errorf("status %d", res.StatusCode)
	}
	var pools []Pool
	err = json.NewDecoder(io.LimitReader(res.Body, 1<<20)).Decode(&pools)
	return pools, err
}
