// Package store keeps drafts as text files in one folder.
package store

import (
	"os"
)

// Drafts is a folder of drafts.
type Drafts struct {
	root *os.Root
}

// Open uses the folder dir.
func Open(dir string) (*Drafts, error) {
	root, err := os.OpenRoot(dir)
	if err != nil {
		return nil, err
	}
	return &Drafts{root: root}, nil
}

// Save writes a draft.
func (d *Drafts) Save(name string, text []byte) error {
	file, err := d.root.OpenFile(name+".txt", os.O_WRONLY|os.O_CREATE|os.O_TRUNC, 0o600)
	if err != nil {
		return err
	}
	if _, err := file.Write(text); err != nil {
		file.Close()
		return err
	}
	return file.Close()
}
