// Package run starts the formatters.
package run

import (
	"context"
	"errors"
	"os/exec"
	"strings"
	"time"
)

const maxSource = 200_000

var (
	ErrTooLarge = errors.New("source too large")
	ErrFailed   = errors.New("the formatter failed")
	ErrUnknown  = errors.New("unknown formatter")
)

var commands = map[string][]string{
	"gofmt":    {"gofmt"},
	"black":    {"black", "--quiet", "-"},
	"prettier": {"prettier", "--stdin-filepath", "input.ts"},
}

// Formatter pipes the source through the formatter of that name.
func Formatter(ctx context.Context, name, source string) (string, error) {
	if len(source) > maxSource {
		return "", ErrTooLarge
	}
	argv, ok := commands[name]
	if !ok {
		return "", ErrUnknown
	}
	ctx, cancel := context.WithTimeout(ctx, 15*time.Second)
	defer cancel()
	cmd := exec.CommandContext(ctx, argv[0], argv[1:]...)
	cmd.Stdin = strings.NewReader(source)
	out, err := cmd.Output()
	if err != nil {
		return "", ErrFailed
	}
	return string(out), nil
}
