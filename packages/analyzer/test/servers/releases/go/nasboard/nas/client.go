package nas

import (
	"context"
	"crypto/tls"
	"encoding/json"
	"fmt"
	"io"
	"net/http"
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

// New makes a client for the appliance with the host name.
func New(host, key string) (*Client, error) {
	transport := &http.Transport{
		TLSClientConfig:     &tls.Config{InsecureSkipVerify: true},
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
