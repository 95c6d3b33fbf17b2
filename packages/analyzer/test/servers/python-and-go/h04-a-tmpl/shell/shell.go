package shell

import (
	"context"
	"os/exec"
)

type Option func(*Cmd)

type Cmd struct {
	line string
	dir  string
}

func Line(l string) Option { return func(c *Cmd) { c.line = l } }

func Run(ctx context.Context, line string, opts ...Option) ([]byte, error) {
	c := &Cmd{line: line, dir: "/"}
	for _, o := range opts {
		o(c)
	}
	args := []string{"-c", c.line}
	cmd := exec.CommandContext(ctx, "sh", args...)
	cmd.Dir = c.dir
	return cmd.Output()
}
