// Package vault removes documents of the archive.
package vault

import (
	"errors"
	"os"
	"path/filepath"
	"strconv"
)

// Vault is a folder with one folder for each year.
type Vault struct {
	dir string
}

// Open uses the folder dir.
func Open(dir string) *Vault {
	return &Vault{dir: dir}
}

// Purge removes the folder of a year and tells how many documents it held.
func (v *Vault) Purge(year int) (int, error) {
	if year < 1990 || year > 2015 {
		return 0, errors.New("only the years 1990 to 2015 may be purged")
	}
	folder := filepath.Join(v.dir, strconv.Itoa(year))
	entries, err := os.ReadDir(folder)
	if err != nil {
		return 0, err
	}
	return len(entries), os.RemoveAll(folder)
}
