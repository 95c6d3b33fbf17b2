// Package repos maps short names to repository directories.
package repos

import (
	"errors"
	"fmt"
	"os"
	"path/filepath"
	"regexp"
	"sort"
	"strings"
)

var nameRE = regexp.MustCompile(`^[a-z][a-z0-9-]{0,31}$`)

// List holds the known repositories.
type List map[string]string

// Parse reads name=path pairs separated by commas.
func Parse(text string) (List, error) {
	list := List{}
	for _, pair := range strings.Split(text, ",") {
		name, dir, ok := strings.Cut(strings.TrimSpace(pair), "=")
		if !ok || !nameRE.MatchString(name) {
			return nil, fmt.Errorf("cannot read %q", pair)
		}
		real, err := filepath.EvalSymlinks(dir)
		if err != nil {
			return nil, err
		}
		if real, err = filepath.Abs(real); err != nil {
			return nil, err
		}
		info, err := os.Stat(real)
		if err != nil {
			return nil, err
		}
		if !info.IsDir() {
			return nil, fmt.Errorf("%s is not a directory", real)
		}
		list[name] = real
	}
	if len(list) == 0 {
		return nil, errors.New("no repository is configured")
	}
	return list, nil
}

// Dir returns the directory of a repository.
func (l List) Dir(name string) (string, error) {
	dir, ok := l[name]
	if !ok {
		return "", fmt.Errorf("no repository is called %q", name)
	}
	return dir, nil
}

// Names lists the short names.
func (l List) Names() []string {
	names := make([]string, 0, len(l))
	for name := range l {
		names = append(names, name)
	}
	sort.Strings(names)
	return names
}
