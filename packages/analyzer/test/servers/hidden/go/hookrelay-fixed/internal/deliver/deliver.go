// Package deliver sends events to hooks in the background.
package deliver

import (
	"bytes"
	"context"
	"crypto/hmac"
	"crypto/sha256"
	"encoding/hex"
	"encoding/json"
	"errors"
	"io"
	"log/slog"
	"net/http"
	"strconv"
	"time"

	"github.com/oakpost/hookrelay/internal/hooks"
)

const (
	queueLen = 100
	attempts = 3
)

type job struct {
	hook hooks.Hook
	body []byte
}

type options struct {
	key     []byte
	workers int
	timeout time.Duration
	log     *slog.Logger
}

// Option changes how events are delivered.
type Option func(*options)

// WithKey sets the key that signs the events.
func WithKey(key []byte) Option { return func(o *options) { o.key = key } }

// WithWorkers sets how many deliveries run side by side.
func WithWorkers(n int) Option { return func(o *options) { o.workers = n } }

// WithLogger sets the logger.
func WithLogger(l *slog.Logger) Option { return func(o *options) { o.log = l } }

// Queue takes events.
type Queue struct {
	opts     options
	client   *http.Client
	registry *hooks.Registry
	jobs     chan job
}

// Start makes a queue and its workers, which end with ctx.
func Start(ctx context.Context, registry *hooks.Registry, opts ...Option) *Queue {
	o := options{workers: 1, timeout: 8 * time.Second, log: slog.Default()}
	for _, opt := range opts {
		opt(&o)
	}
	q := &Queue{
		opts:     o,
		registry: registry,
		jobs:     make(chan job, queueLen),
		client:   newClient(o.timeout),
	}
	for range o.workers {
		go q.work(ctx)
	}
	return q
}

// Emit queues an event for every hook that wants it.
func (q *Queue) Emit(event, text string) (int, error) {
	body, err := json.Marshal(map[string]string{
		"event": event,
		"text":  text,
		"at":    time.Now().UTC().Format(time.RFC3339),
	})
	if err != nil {
		return 0, err
	}
	n := 0
	for _, h := range q.registry.For(event) {
		select {
		case q.jobs <- job{hook: h, body: body}:
			n++
		default:
			return n, errors.New("the queue is full")
		}
	}
	return n, nil
}

func (q *Queue) work(ctx context.Context) {
	for {
		select {
		case <-ctx.Done():
			return
		case j := <-q.jobs:
			q.registry.Note(j.hook.Name, q.deliver(ctx, j))
		}
	}
}

func (q *Queue) deliver(ctx context.Context, j job) string {
	outcome := "failed"
	for try := range attempts {
		status, err := q.post(ctx, j)
		if err == nil {
			outcome = strconv.Itoa(status)
			if status < 500 {
				return outcome
			}
		} else {
			q.opts.log.Warn("delivery", "hook", j.hook.Name, "try", try+1, "error", err)
			outcome = "failed"
		}
		select {
		case <-ctx.Done():
			return outcome
		case <-time.After(time.Duration(try+1) * time.Second):
		}
	}
	return outcome
}

func (q *Queue) post(ctx context.Context, j job) (int, error) {
	req, err := http.NewRequestWithContext(ctx, http.MethodPost, j.hook.Target, bytes.NewReader(j.body))
	if err != nil {
		return 0, err
	}
	mac := hmac.New(sha256.New, q.opts.key)
	mac.Write(j.body)
	req.Header.Set("Content-Type", "application/json")
	req.Header.Set("X-Hookrelay-Signature", "sha256="+hex.EncodeToString(mac.Sum(nil)))

	resp, err := q.client.Do(req)
	if err != nil {
		return 0, err
	}
	defer resp.Body.Close()
	if _, err := io.CopyN(io.Discard, resp.Body, 4096); err != nil && !errors.Is(err, io.EOF) {
		return 0, err
	}
	return resp.StatusCode, nil
}
