package runner

import (
	"context"
	"os/exec"
	"strings"
)

type Runner struct {
	Dir string
}

func New(dir string) *Runner { return &Runner{Dir: dir} }

func (r *Runner) Make(ctx context.Context, target string, vars map[string]string) (string, error) {
	parts := []string{"make", target}
	for k, v := range vars {
		parts = append(parts, k+"="+v)
	}
	cmd := exec.CommandContext(ctx, parts[0], append([]string{"--"}, parts[1:]...)...)
	cmd.Dir = r.Dir
	out, err := cmd.CombinedOutput()
	return strings.TrimSpace(string(out)), err
}
