// Package runner runs the tests of one module.
package runner

import (
	"context"
	"errors"
	"os/exec"
	"time"
)

// Test tells whether the tests of a package pass.
func Test(ctx context.Context, dir, pkg string) (bool, error) {
	ctx, cancel := context.WithTimeout(ctx, 5*time.Minute)
	defer cancel()
	cmd := exec.CommandContext(ctx, "go", "test", "-count=1", pkg)
	cmd.Dir = dir
	err := cmd.Run()
	var failed *exec.ExitError
	if errors.As(err, &failed) {
		return false, nil
	}
	return err == nil, err
}
