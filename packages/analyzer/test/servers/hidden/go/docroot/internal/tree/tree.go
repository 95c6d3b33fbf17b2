// Package tree reads documents below one directory.
package tree

import (
	"context"
	"errors"
	"fmt"
	"io"
	"io/fs"
	"os"
	"path"
	"path/filepath"
	"regexp"
	"strings"
)

const (
	maxFile    = 1 << 20
	maxVisited = 20000
	maxDrafts  = 500
)

// ErrName says that a document cannot have that name.
var ErrName = errors.New("that is not the name of a document")

var draftRE = regexp.MustCompile(`^[a-z0-9][a-z0-9-]{0,59}$`)

// Tree is an opened documentation directory.
type Tree struct {
	root *os.Root
}

// Hit is a line found by Search.
type Hit struct {
	Doc  string
	Line int
	Text string
}

// Open opens the directory.
func Open(dir string) (*Tree, error) {
	root, err := os.OpenRoot(dir)
	if err != nil {
		return nil, err
	}
	return &Tree{root: root}, nil
}

// Close releases the directory.
func (t *Tree) Close() error { return t.root.Close() }

func visible(name string) bool {
	if !fs.ValidPath(name) || len(name) > 400 {
		return false
	}
	for _, part := range strings.Split(name, "/") {
		if part != "." && strings.HasPrefix(part, ".") {
			return false
		}
	}
	return true
}

func isDoc(name string) bool {
	switch path.Ext(name) {
	case ".md", ".rst", ".txt":
		return visible(name)
	}
	return false
}

// walk calls fn for the documents below dir until fn returns false.
func (t *Tree) walk(ctx context.Context, dir string, fn func(name string) (bool, error)) error {
	if dir == "" {
		dir = "."
	}
	if !visible(dir) {
		return ErrName
	}
	visited := 0
	return fs.WalkDir(t.root.FS(), dir, func(name string, d fs.DirEntry, err error) error {
		if err != nil {
			return err
		}
		if visited++; visited > maxVisited {
			return fs.SkipAll
		}
		if ctx.Err() != nil {
			return ctx.Err()
		}
		if d.IsDir() {
			if !visible(name) {
				return fs.SkipDir
			}
			return nil
		}
		if !d.Type().IsRegular() || !isDoc(name) {
			return nil
		}
		more, err := fn(name)
		if err == nil && !more {
			return fs.SkipAll
		}
		return err
	})
}

// List returns at most limit documents below dir.
func (t *Tree) List(ctx context.Context, dir string, limit int) ([]string, error) {
	names := []string{}
	err := t.walk(ctx, dir, func(name string) (bool, error) {
		names = append(names, name)
		return len(names) < limit, nil
	})
	return names, err
}

// Read returns the text of a document.
func (t *Tree) Read(name string) (string, error) {
	if !isDoc(name) {
		return "", ErrName
	}
	f, err := t.root.Open(filepath.FromSlash(name))
	if err != nil {
		return "", err
	}
	defer f.Close()
	info, err := f.Stat()
	if err != nil {
		return "", err
	}
	if !info.Mode().IsRegular() {
		return "", ErrName
	}
	raw, err := io.ReadAll(io.LimitReader(f, maxFile))
	return string(raw), err
}

// Search returns lines that hold words, whatever their case.
func (t *Tree) Search(ctx context.Context, words string, limit int) ([]Hit, error) {
	words = strings.ToLower(words)
	hits := []Hit{}
	err := t.walk(ctx, "", func(name string) (bool, error) {
		text, err := t.Read(name)
		if err != nil {
			return false, err
		}
		number := 0
		for line := range strings.Lines(text) {
			number++
			if !strings.Contains(strings.ToLower(line), words) {
				continue
			}
			line = strings.TrimSpace(line)
			hits = append(hits, Hit{Doc: name, Line: number, Text: line[:min(len(line), 300)]})
			if len(hits) == limit {
				return false, nil
			}
		}
		return true, nil
	})
	return hits, err
}

// SaveDraft writes a new document below drafts/ and returns its name.
func (t *Tree) SaveDraft(title, text string) (string, error) {
	if !draftRE.MatchString(title) {
		return "", ErrName
	}
	if len(text) > maxFile {
		return "", errors.New("the draft is too long")
	}
	if err := t.root.MkdirAll("drafts", 0o750); err != nil {
		return "", err
	}
	held, err := fs.ReadDir(t.root.FS(), "drafts")
	if err != nil {
		return "", err
	}
	if len(held) >= maxDrafts {
		return "", errors.New("there are too many drafts")
	}
	name := path.Join("drafts", title+".md")
	f, err := t.root.OpenFile(filepath.FromSlash(name), os.O_CREATE|os.O_EXCL|os.O_WRONLY, 0o640)
	if errors.Is(err, fs.ErrExist) {
		return "", fmt.Errorf("%s is there already", name)
	}
	if err != nil {
		return "", err
	}
	_, err = f.WriteString(text)
	return name, errors.Join(err, f.Close())
}
