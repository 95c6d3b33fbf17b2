// Package noaa reads tide predictions.
package noaa

import (
	"context"
	"encoding/json"
	"fmt"
	"io"
	"net/http"
	"net/url"
	"regexp"
	"time"
)

const endpoint = "https://api.tidesandcurrents.noaa.gov/api/prod/datagetter"

var station = regexp.MustCompile(`^[0-9]{7}$`)

// Prediction is one high or low water.
type Prediction struct {
	Time   string `json:"t"`
	Height string `json:"v"`
	Kind   string `json:"type"`
}

// Doer is what the client needs of an http.Client.
type Doer interface {
	Do(*http.Request) (*http.Response, error)
}

// Client asks the service.
type Client struct{ doer Doer }

// Option changes a client.
type Option func(*Client)

// WithDoer replaces the HTTP client, for tests.
func WithDoer(d Doer) Option { return func(c *Client) { c.doer = d } }

// NewClient makes a client with a time limit.
func NewClient(opts ...Option) *Client {
	c := &Client{doer: &http.Client{Timeout: 8 * time.Second}}
	for _, o := range opts {
		o(c)
	}
	return c
}

// Tides returns the predictions of the next hours.
func (c *Client) Tides(ctx context.Context, id string, hours int) ([]Prediction, error) {
	if !station.MatchString(id) {
		return nil, fmt.Errorf("a station has seven digits")
	}
	q := url.Values{
		"station": {id}, "product": {"predictions"}, "datum": {"MLLW"}, "interval": {"hilo"},
		"units": {"metric"}, "time_zone": {"lst_ldt"}, "format": {"json"},
		"begin_date": {time.Now().Format("20060102")}, "range": {fmt.Sprint(hours)},
	}
	req, err := http.NewRequestWithContext(ctx, http.MethodGet, endpoint+"?"+q.Encode(), nil)
	if err != nil {
		return nil, err
	}
	res, err := c.doer.Do(req)
	if err != nil {
		return nil, fmt.Errorf("the service is not reachable")
	}
	defer res.Body.Close()
	if res.StatusCode != http.StatusOK {
		return nil, fmt.Errorf("the service answered %d", res.StatusCode)
	}
	var body struct {
		Predictions []Prediction `json:"predictions"`
	}
	if err := json.NewDecoder(io.LimitReader(res.Body, 256<<10)).Decode(&body); err != nil {
		return nil, fmt.Errorf("the service's answer is not readable")
	}
	return body.Predictions, nil
}
