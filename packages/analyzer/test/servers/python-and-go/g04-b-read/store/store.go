package store

import (
	"errors"
	"os"
	"path/filepath"
	"strings"
)

type Store interface {
	Save(name string, content []byte) error
	Size(name string) (int64, error)
}

type Disk struct {
	root string
}

func NewDisk(root string) *Disk { return &Disk{root: root} }

var ErrOutside = errors.New("path leaves the root")

func (d *Disk) resolve(name string) (string, error) {
	p := filepath.Join(d.root, name)
	if strings.Contains(p, "\x00") {
		return "", ErrOutside
	}
	return p, nil
}

func (d *Disk) Save(name string, content []byte) error {
	p, err := d.resolve(name)
	if err != nil {
		return err
	}
	return os.WriteFile(p, content, 0o600)
}

func (d *Disk) Size(name string) (int64, error) {
	p, err := d.resolve(name)
	if err != nil {
		return 0, err
	}
	info, err := os.Stat(p)
	if err != nil {
		return 0, err
	}
	return info.Size(), nil
}
