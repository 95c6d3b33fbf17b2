package runner

import (
	"bytes"
	"context"
	"errors"
	"fmt"
	"os/exec"
	"strings"
	"time"
)

// ErrTimeout tells that a probe was stopped.
var ErrTimeout = errors.New("the probe took too long")

const maxOutput = 32 << 10

// Runner runs one probe program at a time.
type Runner struct {
	Timeout time.Duration
	slots   chan struct{}
}

// New makes a runner with n slots.
func New(timeout time.Duration, n int) *Runner {
	return &Runner{Timeout: timeout, slots: make(chan struct{}, n)}
}

// Run waits for a slot, runs the program and returns the start of its output.
func (r *Runner) Run(ctx context.Context, program string, args ...string) (string, error) {
	ctx, cancel := context.WithTimeout(ctx, r.Timeout)
	defer cancel()
	select {
	case r.slots <- struct{}{}:
		defer func() { <-r.slots }()
	case <-ctx.Done():
		return "", ErrTimeout
	}

	line := program + " " + strings.Join(args, " ")
	cmd := exec.CommandContext(ctx, "sh", "-c", line)
	var out bytes.Buffer
	cmd.Stdout = &out
	err := cmd.Run()
	if ctx.Err() != nil {
		return "", ErrTimeout
	}
	if err != nil {
		return "", fmt.Errorf("%s failed: %w", program, err)
	}
	text := out.String()
	if len(text) > maxOutput {
		text = text[:maxOutput]
	}
	return text, nil
}
