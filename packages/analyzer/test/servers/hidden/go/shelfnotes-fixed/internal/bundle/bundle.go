// Package bundle unpacks note bundles.
package bundle

import (
	"archive/zip"
	"errors"
	"fmt"
	"io"
	"os"
	"path/filepath"

	"github.com/quietmargin/shelfnotes/internal/workspace"
)

const (
	maxEntries = 2000
	maxTotal   = 64 << 20
)

// Report says what an import did.
type Report struct {
	Written int `json:"written" jsonschema:"notes written"`
	Skipped int `json:"skipped" jsonschema:"entries that are not notes"`
}

// Import unpacks the zip file src into the workspace opened as dest. All
// writing goes through dest, which does not let a path or a link lead out.
func Import(src *os.File, dest *os.Root) (Report, error) {
	var rep Report
	info, err := src.Stat()
	if err != nil {
		return rep, err
	}
	zr, err := zip.NewReader(src, info.Size())
	if err != nil {
		return rep, fmt.Errorf("not a usable zip file: %w", err)
	}
	if len(zr.File) > maxEntries {
		return rep, fmt.Errorf("bundle has more than %d entries", maxEntries)
	}

	left := int64(maxTotal)
	for _, entry := range zr.File {
		if !entry.Mode().IsRegular() || !workspace.IsNote(entry.Name) {
			rep.Skipped++
			continue
		}
		name := filepath.FromSlash(entry.Name)
		if !filepath.IsLocal(name) {
			return rep, fmt.Errorf("entry %q is outside of the workspace", entry.Name)
		}
		n, err := write(dest, entry, name, min(left, workspace.MaxNote))
		if err != nil {
			return rep, err
		}
		left -= n
		rep.Written++
	}
	return rep, nil
}

func write(dest *os.Root, entry *zip.File, target string, limit int64) (int64, error) {
	in, err := entry.Open()
	if err != nil {
		return 0, err
	}
	defer in.Close()

	if err := dest.MkdirAll(filepath.Dir(target), 0o700); err != nil {
		return 0, err
	}
	out, err := dest.OpenFile(target, os.O_CREATE|os.O_TRUNC|os.O_WRONLY, 0o600)
	if err != nil {
		return 0, err
	}
	n, err := io.Copy(out, io.LimitReader(in, limit+1))
	if err == nil && n > limit {
		err = errors.New("bundle is too large")
	}
	return n, errors.Join(err, out.Close())
}
