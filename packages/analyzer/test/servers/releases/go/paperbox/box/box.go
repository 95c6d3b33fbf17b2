package box

import (
	"errors"
	"io"
	"os"
	"path/filepath"
	"sort"
)

const limit = 512 << 10

// ErrMissing is returned for papers that are not there.
var ErrMissing = errors.New("no such paper")

// Box is a folder of papers.
type Box struct{ dir string }

// Open checks that the folder is there.
func Open(dir string) (*Box, error) {
	info, err := os.Stat(dir)
	if err != nil {
		return nil, err
	}
	if !info.IsDir() {
		return nil, errors.New("not a folder")
	}
	return &Box{dir: dir}, nil
}

// Read returns the start of a paper.
func (b *Box) Read(name string) (string, error) {
	f, err := os.Open(filepath.Join(b.dir, name))
	if err != nil {
		return "", ErrMissing
	}
	defer f.Close()
	data, err := io.ReadAll(io.LimitReader(f, limit))
	if err != nil {
		return "", ErrMissing
	}
	return string(data), nil
}

// Names lists the papers.
func (b *Box) Names() ([]string, error) {
	entries, err := os.ReadDir(b.dir)
	if err != nil {
		return nil, err
	}
	names := make([]string, 0, len(entries))
	for _, e := range entries {
		if e.Type().IsRegular() {
			names = append(names, e.Name())
		}
	}
	sort.Strings(names)
	return names, nil
}
