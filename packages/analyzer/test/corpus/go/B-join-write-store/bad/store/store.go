// Package store keeps drafts as text files in one folder.
package store

import (
	"os"
	"path/filepath"
)

// Drafts is a folder of drafts.
type Drafts struct {
	dir string
}

// Open uses the folder dir.
func Open(dir string) (*Drafts, error) {
	if _, err := os.Stat(dir); err != nil {
		return nil, err
	}
	return &Drafts{dir: dir}, nil
}

// Save writes a draft.
func (d *Drafts) Save(name string, text []byte) error {
	return os.WriteFile(filepath.Join(d.dir, name+".txt"), text, 0o600)
}
