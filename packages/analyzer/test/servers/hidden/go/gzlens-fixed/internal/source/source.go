// Package source finds packed logs.
package source

import (
	"encoding/base64"
	"errors"
	"fmt"
	"io"
	"io/fs"
	"os"
	"path/filepath"
	"strings"
)

// MaxPacked is the largest packed log that is taken.
const MaxPacked = 2 << 20

const maxListed = 200

// Logs is the opened log directory.
type Logs struct {
	root *os.Root
}

// Open opens the log directory.
func Open(dir string) (*Logs, error) {
	if dir == "" {
		return nil, errors.New("GZLENS_DIR is not set")
	}
	root, err := os.OpenRoot(dir)
	if err != nil {
		return nil, err
	}
	return &Logs{root: root}, nil
}

// Close releases the directory.
func (l *Logs) Close() error { return l.root.Close() }

// Names lists the packed logs.
func (l *Logs) Names() ([]string, error) {
	entries, err := fs.ReadDir(l.root.FS(), ".")
	if err != nil {
		return nil, err
	}
	var names []string
	for _, e := range entries {
		if e.Type().IsRegular() && strings.HasSuffix(e.Name(), ".gz") && len(names) < maxListed {
			names = append(names, e.Name())
		}
	}
	return names, nil
}

// File reads a packed log of the directory.
func (l *Logs) File(name string) ([]byte, error) {
	if name != filepath.Base(name) || !strings.HasSuffix(name, ".gz") {
		return nil, fmt.Errorf("%q is not the name of a packed log", name)
	}
	f, err := l.root.Open(name)
	if err != nil {
		return nil, fmt.Errorf("there is no log %q", name)
	}
	defer f.Close()
	packed, err := io.ReadAll(io.LimitReader(f, MaxPacked+1))
	if err != nil {
		return nil, errors.New("the log cannot be read")
	}
	if len(packed) > MaxPacked {
		return nil, errors.New("the log is too large")
	}
	return packed, nil
}

// Upload decodes an uploaded log.
func Upload(text string) ([]byte, error) {
	if base64.StdEncoding.DecodedLen(len(text)) > MaxPacked {
		return nil, errors.New("the upload is too large")
	}
	packed, err := base64.StdEncoding.DecodeString(text)
	if err != nil {
		return nil, errors.New("the upload is not base64")
	}
	return packed, nil
}
