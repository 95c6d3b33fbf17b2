package bundle

import (
	"fmt"
	"path/filepath"
	"strings"
)

// place maps the name of a bundle entry to a file of the workspace and turns
// away names that lead out of it.
func place(dest, name string) (string, error) {
	target := filepath.Join(dest, filepath.FromSlash(name))
	if !strings.HasPrefix(target, filepath.Clean(dest)) {
		return "", fmt.Errorf("entry %q is outside of the workspace", name)
	}
	return target, nil
}
