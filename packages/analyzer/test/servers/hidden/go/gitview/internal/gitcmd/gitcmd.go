// Package gitcmd runs git for reading.
package gitcmd

import (
	"context"
	"errors"
	"fmt"
	"log/slog"
	"os"
	"os/exec"
	"time"
)

const (
	limit     = 20 * time.Second
	maxOutput = 512 << 10
)

// Git runs the git program.
type Git struct {
	path string
	log  *slog.Logger
	slot chan struct{}
}

// New looks for git.
func New(log *slog.Logger) (*Git, error) {
	path, err := exec.LookPath("git")
	if err != nil {
		return nil, err
	}
	return &Git{path: path, log: log, slot: make(chan struct{}, 2)}, nil
}

// base switches off everything in a repository's configuration that would
// make git start another program.
var base = []string{
	"--no-pager",
	"--literal-pathspecs",
	"--no-optional-locks",
	"-c", "core.fsmonitor=false",
	"-c", "core.hooksPath=/dev/null",
	"-c", "log.showSignature=false",
	"-c", "protocol.allow=never",
}

var verbs = map[string]bool{"for-each-ref": true, "log": true, "diff": true, "show": true, "blame": true}

// Run starts one of the known verbs in dir.
func (g *Git) Run(ctx context.Context, dir, verb string, args ...string) (string, error) {
	if !verbs[verb] {
		return "", fmt.Errorf("git %s is not available", verb)
	}
	ctx, cancel := context.WithTimeout(ctx, limit)
	defer cancel()
	select {
	case g.slot <- struct{}{}:
		defer func() { <-g.slot }()
	case <-ctx.Done():
		return "", errors.New("git is busy")
	}

	argv := append([]string{}, base...)
	argv = append(argv, "-C", dir, verb)
	argv = append(argv, args...)

	var out, diag head
	out.left, diag.left = maxOutput, 2048
	cmd := exec.CommandContext(ctx, g.path, argv...)
	cmd.Env = []string{
		"PATH=" + os.Getenv("PATH"),
		"HOME=" + os.Getenv("HOME"),
		"LC_ALL=C.UTF-8",
		"GIT_CONFIG_NOSYSTEM=1",
		"GIT_TERMINAL_PROMPT=0",
		"GIT_NO_LAZY_FETCH=1",
	}
	cmd.Stdout, cmd.Stderr = &out, &diag
	cmd.WaitDelay = 2 * time.Second
	if err := cmd.Run(); err != nil {
		g.log.Warn("git", "verb", verb, "error", err, "stderr", string(diag.kept))
		return "", errors.New("git could not answer; check the revision and the path")
	}
	return string(out.kept), nil
}

// head keeps the first bytes and drops the rest.
type head struct {
	kept []byte
	left int
}

func (h *head) Write(p []byte) (int, error) {
	n := min(len(p), h.left)
	h.kept = append(h.kept, p[:n]...)
	h.left -= n
	return len(p), nil
}
