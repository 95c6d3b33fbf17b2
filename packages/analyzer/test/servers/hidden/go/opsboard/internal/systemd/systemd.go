// Package systemd asks systemctl and journalctl about a few units.
package systemd

import (
	"bytes"
	"context"
	"errors"
	"fmt"
	"log/slog"
	"os/exec"
	"regexp"
	"strconv"
	"strings"
	"sync"
	"time"
)

const (
	systemctl  = "/usr/bin/systemctl"
	journalctl = "/usr/bin/journalctl"

	callLimit    = 15 * time.Second
	restartLimit = time.Minute
	restartPause = 5 * time.Minute
	maxCounted   = 1000
)

// Errors the client may see.
var (
	ErrUnit  = errors.New("the unit is not in the list of this server")
	ErrPause = errors.New("the unit was restarted a short while ago")
)

var (
	unitRE = regexp.MustCompile(`^[a-z][a-z0-9-]{0,60}\.service$`)
	wordRE = regexp.MustCompile(`^[a-z-]{1,30}$`)
)

// Units holds the known units.
type Units struct {
	names []string
	log   *slog.Logger

	mu       sync.Mutex
	restarts map[string]time.Time
}

// State is the state of a unit.
type State struct {
	Unit     string `json:"unit"`
	Active   string `json:"active"`
	Sub      string `json:"sub"`
	Restarts int    `json:"restarts"`
}

// New checks the names of the units.
func New(names []string, log *slog.Logger) (*Units, error) {
	if len(names) == 0 {
		return nil, errors.New("OPSBOARD_UNITS is empty")
	}
	for _, n := range names {
		if !unitRE.MatchString(n) {
			return nil, fmt.Errorf("%q is not the name of a service unit", n)
		}
	}
	return &Units{names: names, log: log, restarts: map[string]time.Time{}}, nil
}

// known returns the listed name that equals unit.
func (u *Units) known(unit string) (string, error) {
	for _, n := range u.names {
		if n == unit {
			return n, nil
		}
	}
	return "", ErrUnit
}

func (u *Units) run(ctx context.Context, limit time.Duration, program string, args ...string) (string, error) {
	ctx, cancel := context.WithTimeout(ctx, limit)
	defer cancel()
	var out, diag clipped
	cmd := exec.CommandContext(ctx, program, args...)
	cmd.Env = []string{"PATH=/usr/bin:/bin", "LC_ALL=C", "SYSTEMD_PAGER=", "SYSTEMD_COLORS=0"}
	cmd.Stdout, cmd.Stderr = &out, &diag
	cmd.WaitDelay = time.Second
	if err := cmd.Run(); err != nil {
		u.log.Warn("program failed", "program", program, "error", err, "stderr", string(diag.kept))
		return "", errors.New("the service manager did not answer")
	}
	return string(out.kept), nil
}

// List returns the states of all units.
func (u *Units) List(ctx context.Context) ([]State, error) {
	states := make([]State, 0, len(u.names))
	for _, n := range u.names {
		s, err := u.state(ctx, n)
		if err != nil {
			return nil, err
		}
		states = append(states, s)
	}
	return states, nil
}

func (u *Units) state(ctx context.Context, name string) (State, error) {
	out, err := u.run(ctx, callLimit, systemctl, "show", "--property=ActiveState,SubState,NRestarts", "--", name)
	if err != nil {
		return State{}, err
	}
	s := State{Unit: name, Active: "unknown", Sub: "unknown"}
	for line := range strings.Lines(out) {
		key, value, _ := strings.Cut(strings.TrimSpace(line), "=")
		switch {
		case key == "ActiveState" && wordRE.MatchString(value):
			s.Active = value
		case key == "SubState" && wordRE.MatchString(value):
			s.Sub = value
		case key == "NRestarts":
			if n, err := strconv.Atoi(value); err == nil {
				s.Restarts = n
			}
		}
	}
	return s, nil
}

// Errors counts the error lines of a unit in the journal, up to 1000.
func (u *Units) Errors(ctx context.Context, unit string, hours int) (int, error) {
	name, err := u.known(unit)
	if err != nil {
		return 0, err
	}
	out, err := u.run(ctx, callLimit, journalctl, "--quiet", "--no-pager", "--priority=err",
		"--output=short-unix", "--output-fields=PRIORITY",
		"--lines="+strconv.Itoa(maxCounted), "--since=-"+strconv.Itoa(hours)+"h", "--unit="+name)
	if err != nil {
		return 0, err
	}
	return bytes.Count([]byte(out), []byte("\n")), nil
}

// Restart restarts a unit, unless that was done a short while ago.
func (u *Units) Restart(ctx context.Context, unit string) error {
	name, err := u.known(unit)
	if err != nil {
		return err
	}
	u.mu.Lock()
	if time.Since(u.restarts[name]) < restartPause {
		u.mu.Unlock()
		return ErrPause
	}
	u.restarts[name] = time.Now()
	u.mu.Unlock()
	_, err = u.run(ctx, restartLimit, systemctl, "restart", "--no-ask-password", "--", name)
	return err
}

// clipped keeps the first 256 KiB.
type clipped struct{ kept []byte }

func (c *clipped) Write(p []byte) (int, error) {
	n := min(len(p), 256<<10-len(c.kept))
	c.kept = append(c.kept, p[:n]...)
	return len(p), nil
}
