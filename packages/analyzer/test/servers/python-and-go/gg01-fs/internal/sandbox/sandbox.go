package sandbox

import (
	"fmt"
	"os"
	"path/filepath"
	"strings"
)

// Sandbox confines paths to a root.
type Sandbox struct{ root string }

func New(root string) (*Sandbox, error) {
	abs, err := filepath.Abs(root)
	if err != nil {
		return nil, err
	}
	real, err := filepath.EvalSymlinks(abs)
	if err != nil {
		return nil, err
	}
	return &Sandbox{root: real}, nil
}

func (s *Sandbox) Resolve(name string) (string, error) {
	candidate := filepath.Join(s.root, filepath.FromSlash(name))
	real, err := filepath.EvalSymlinks(filepath.Dir(candidate))
	if err != nil {
		return "", err
	}
	full := filepath.Join(real, filepath.Base(candidate))
	if full != s.root && !strings.HasPrefix(full, s.root+string(os.PathSeparator)) {
		return "", fmt.Errorf("path %q leaves the root", name)
	}
	return full, nil
}
