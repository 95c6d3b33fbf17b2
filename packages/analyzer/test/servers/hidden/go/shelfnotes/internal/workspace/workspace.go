// Package workspace finds workspaces and reads the notes in them.
package workspace

import (
	"errors"
	"fmt"
	"io"
	"io/fs"
	"os"
	"path"
	"path/filepath"
	"regexp"
)

const (
	maxListed = 500
	// MaxNote is the largest note that is read or imported.
	MaxNote = 4 << 20
)

var nameRE = regexp.MustCompile(`^[a-z0-9][a-z0-9_-]{0,47}$`)

// Home is the opened $SHELFNOTES_HOME.
type Home struct {
	dir   string
	inbox *os.Root
	space *os.Root
}

// Open opens the inbox and the workspaces below dir.
func Open(dir string) (*Home, error) {
	if dir == "" {
		return nil, errors.New("SHELFNOTES_HOME is not set")
	}
	abs, err := filepath.Abs(dir)
	if err != nil {
		return nil, err
	}
	inbox, err := os.OpenRoot(filepath.Join(abs, "inbox"))
	if err != nil {
		return nil, err
	}
	space, err := os.OpenRoot(filepath.Join(abs, "workspaces"))
	if err != nil {
		inbox.Close()
		return nil, err
	}
	return &Home{dir: abs, inbox: inbox, space: space}, nil
}

// Close releases both directories.
func (h *Home) Close() error {
	return errors.Join(h.inbox.Close(), h.space.Close())
}

// Bundle opens a zip file of the inbox.
func (h *Home) Bundle(name string) (*os.File, error) {
	if name != filepath.Base(name) || filepath.Ext(name) != ".zip" {
		return nil, errors.New("bundle must be the plain name of a .zip file in the inbox")
	}
	return h.inbox.Open(name)
}

// Dir is the absolute directory of an existing workspace.
func (h *Home) Dir(name string) (string, error) {
	if !nameRE.MatchString(name) {
		return "", fmt.Errorf("%q is not a workspace name", name)
	}
	info, err := h.space.Lstat(name)
	if err != nil || !info.IsDir() {
		return "", fmt.Errorf("there is no workspace %q", name)
	}
	return filepath.Join(h.dir, "workspaces", name), nil
}

// Names lists the workspaces.
func (h *Home) Names() ([]string, error) {
	entries, err := fs.ReadDir(h.space.FS(), ".")
	if err != nil {
		return nil, err
	}
	var names []string
	for _, e := range entries {
		if e.IsDir() && nameRE.MatchString(e.Name()) {
			names = append(names, e.Name())
		}
	}
	return names, nil
}

func (h *Home) open(name string) (*os.Root, error) {
	if _, err := h.Dir(name); err != nil {
		return nil, err
	}
	return h.space.OpenRoot(name)
}

// Notes lists the notes of a workspace.
func (h *Home) Notes(name string) ([]string, error) {
	root, err := h.open(name)
	if err != nil {
		return nil, err
	}
	defer root.Close()

	var notes []string
	err = fs.WalkDir(root.FS(), ".", func(p string, d fs.DirEntry, err error) error {
		switch {
		case err != nil:
			return err
		case d.Type().IsRegular() && IsNote(p):
			notes = append(notes, p)
			if len(notes) == maxListed {
				return fs.SkipAll
			}
		}
		return nil
	})
	return notes, err
}

// Read returns the text of one note.
func (h *Home) Read(name, note string) (string, error) {
	root, err := h.open(name)
	if err != nil {
		return "", err
	}
	defer root.Close()

	if !IsNote(note) {
		return "", errors.New("only .md and .txt notes can be read")
	}
	f, err := root.Open(filepath.FromSlash(note))
	if err != nil {
		return "", fmt.Errorf("there is no note %q in %q", note, name)
	}
	defer f.Close()
	text, err := io.ReadAll(io.LimitReader(f, MaxNote))
	return string(text), err
}

// IsNote tells by its ending whether p is a note.
func IsNote(p string) bool {
	switch path.Ext(p) {
	case ".md", ".txt":
		return true
	}
	return false
}
