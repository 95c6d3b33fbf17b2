// Package dump runs pg_dump and keeps the results on a shelf directory.
package dump

import (
	"context"
	"errors"
	"fmt"
	"io"
	"log/slog"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"sync"
	"time"
)

const (
	runLimit   = 10 * time.Minute
	maxEntries = 200
)

var errTooLarge = errors.New("dump is larger than max_dump_bytes")

// Entry is one file on the shelf.
type Entry struct {
	Name     string    `json:"name"`
	Bytes    int64     `json:"bytes"`
	Modified time.Time `json:"modified"`
}

// Runner takes dumps, one at a time.
type Runner struct {
	dir string
	max int64
	log *slog.Logger
	mu  sync.Mutex
}

// NewRunner prepares the shelf directory.
func NewRunner(dir string, max int64, log *slog.Logger) (*Runner, error) {
	if err := os.MkdirAll(dir, 0o700); err != nil {
		return nil, err
	}
	return &Runner{dir: dir, max: max, log: log}, nil
}

// Run takes the dump described by spec.
func (r *Runner) Run(ctx context.Context, spec Spec) (*Entry, error) {
	if err := spec.check(); err != nil {
		return nil, err
	}
	r.mu.Lock()
	defer r.mu.Unlock()

	held, err := os.ReadDir(r.dir)
	if err != nil {
		return nil, fmt.Errorf("read shelf: %w", err)
	}
	if len(held) >= maxEntries {
		return nil, errors.New("the shelf is full; move old dumps away first")
	}

	ctx, cancel := context.WithTimeout(ctx, runLimit)
	defer cancel()

	name := fmt.Sprintf("%s-%s-%s.sql.gz", spec.ProfileName, spec.Label, time.Now().UTC().Format("20060102T150405"))
	path := filepath.Join(r.dir, name)
	out, err := os.OpenFile(path, os.O_CREATE|os.O_EXCL|os.O_WRONLY, 0o600)
	if err != nil {
		return nil, fmt.Errorf("create dump file: %w", err)
	}

	runErr := r.pipeline(ctx, spec, &cappedWriter{w: out, left: r.max})
	if err := out.Close(); runErr == nil {
		runErr = err
	}
	if runErr != nil {
		if err := os.Remove(path); err != nil {
			r.log.Warn("partial dump left behind", "file", name, "error", err)
		}
		return nil, runErr
	}
	info, err := os.Stat(path)
	if err != nil {
		return nil, err
	}
	return &Entry{Name: name, Bytes: info.Size(), Modified: info.ModTime()}, nil
}

func (r *Runner) pipeline(ctx context.Context, spec Spec, out io.Writer) error {
	stderr := &headBuffer{left: 4096}
	cmd := exec.CommandContext(ctx, "/bin/bash", "-o", "pipefail", "-c", spec.script().String())
	cmd.Env = spec.Profile.Env()
	cmd.Dir = r.dir
	cmd.Stdout = out
	cmd.Stderr = stderr
	cmd.WaitDelay = 5 * time.Second
	if err := cmd.Run(); err != nil {
		r.log.Warn("pg_dump failed", "profile", spec.ProfileName, "error", err, "stderr", stderr.String())
		if errors.Is(err, errTooLarge) {
			return errTooLarge
		}
		return errors.New("pg_dump did not succeed; the server log has the reason")
	}
	return nil
}

// List returns the newest files on the shelf.
func (r *Runner) List(limit int) ([]Entry, error) {
	items, err := os.ReadDir(r.dir)
	if err != nil {
		return nil, err
	}
	entries := make([]Entry, 0, limit)
	for i := len(items) - 1; i >= 0 && len(entries) < limit; i-- {
		if !strings.HasSuffix(items[i].Name(), ".sql.gz") {
			continue
		}
		info, err := items[i].Info()
		if err != nil {
			return nil, err
		}
		entries = append(entries, Entry{Name: info.Name(), Bytes: info.Size(), Modified: info.ModTime()})
	}
	return entries, nil
}

type cappedWriter struct {
	w    io.Writer
	left int64
}

func (c *cappedWriter) Write(p []byte) (int, error) {
	if int64(len(p)) > c.left {
		return 0, errTooLarge
	}
	n, err := c.w.Write(p)
	c.left -= int64(n)
	return n, err
}

// headBuffer keeps the first bytes written to it and drops the rest.
type headBuffer struct {
	buf  []byte
	left int
}

func (h *headBuffer) Write(p []byte) (int, error) {
	keep := min(len(p), h.left)
	h.left -= keep
	h.buf = append(h.buf, p[:keep]...)
	return len(p), nil
}

func (h *headBuffer) String() string { return string(h.buf) }
