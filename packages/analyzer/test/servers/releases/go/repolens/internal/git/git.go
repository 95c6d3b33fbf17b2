package git

import (
	"context"
	"errors"
	"fmt"
	"io"
	"os"
	"os/exec"
	"path/filepath"
	"regexp"
	"strings"
	"time"
)

const maxOutput = 256 << 10

var revision = regexp.MustCompile(`^[A-Za-z0-9][A-Za-z0-9._/~^-]{0,120}$`)

// Repo is one work tree.
type Repo struct {
	dir     string
	timeout time.Duration
}

// Open resolves the work tree.
func Open(dir string) (*Repo, error) {
	real, err := filepath.EvalSymlinks(dir)
	if err != nil {
		return nil, err
	}
	if real, err = filepath.Abs(real); err != nil {
		return nil, err
	}
	if _, err := os.Stat(filepath.Join(real, ".git")); err != nil {
		return nil, errors.New("not a git work tree")
	}
	return &Repo{dir: real, timeout: 20 * time.Second}, nil
}

func (r *Repo) run(ctx context.Context, args ...string) (string, error) {
	ctx, cancel := context.WithTimeout(ctx, r.timeout)
	defer cancel()
	cmd := exec.CommandContext(ctx, "git", append([]string{"--no-pager", "-C", r.dir}, args...)...)
	cmd.Env = []string{"PATH=" + os.Getenv("PATH"), "HOME=" + os.Getenv("HOME"), "GIT_TERMINAL_PROMPT=0", "LC_ALL=C.UTF-8"}
	pipe, err := cmd.StdoutPipe()
	if err != nil {
		return "", err
	}
	if err := cmd.Start(); err != nil {
		return "", err
	}
	data, readErr := io.ReadAll(io.LimitReader(pipe, maxOutput+1))
	if len(data) > maxOutput {
		cancel()
		_ = cmd.Wait()
		return "", errors.New("too much output")
	}
	if err := cmd.Wait(); err != nil {
		return "", fmt.Errorf("git %s: %w", args[0], err)
	}
	return string(data), readErr
}

// Log lists commits that lead to a revision.
func (r *Repo) Log(ctx context.Context, rev string, n int) ([]string, error) {
	if !revision.MatchString(rev) || strings.Contains(rev, "..") {
		return nil, errors.New("not a usable revision")
	}
	out, err := r.run(ctx, "log", fmt.Sprintf("-n%d", n), "--format=%h %as %an: %s", "--end-of-options", rev, "--")
	if err != nil {
		return nil, err
	}
	return strings.Split(strings.TrimRight(out, "\n"), "\n"), nil
}

// Show returns a file as of a revision.
func (r *Repo) Show(ctx context.Context, rev, file string) (string, error) {
	if !revision.MatchString(rev) || !filepath.IsLocal(file) || strings.HasPrefix(file, "-") {
		return "", errors.New("not a usable revision or path")
	}
	return r.run(ctx, "cat-file", "blob", rev+":"+filepath.ToSlash(filepath.Clean(file)))
}
