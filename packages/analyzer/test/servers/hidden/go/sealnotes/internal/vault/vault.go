// Package vault keeps notes encrypted in a directory.
package vault

import (
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"io/fs"
	"os"
	"path/filepath"
	"regexp"
	"sort"
	"sync"
)

const (
	maxNotes = 1000
	maxText  = 64 << 10
	maxFile  = 8 * maxText
)

// Errors the client may see.
var (
	ErrTitle   = errors.New("titles have 1 to 80 letters, digits, blanks, - and _")
	ErrMissing = errors.New("there is no note with that title")
	ErrFull    = errors.New("the vault is full")
	ErrLong    = errors.New("the note is too long")
)

var (
	titleRE = regexp.MustCompile(`^[\p{L}\p{N}][\p{L}\p{N} _-]{0,79}$`)
	fileRE  = regexp.MustCompile(`^[0-9a-f]{64}\.note$`)
)

// Note is an opened note.
type Note struct {
	Title string `json:"title"`
	Text  string `json:"text"`
}

// Vault is an opened vault.
type Vault struct {
	dir  string
	root *os.Root
	seal *sealer
	mu   sync.Mutex
}

// Open opens the vault in dir.
func Open(dir string, master []byte) (*Vault, error) {
	if dir == "" {
		return nil, errors.New("SEALNOTES_DIR is not set")
	}
	seal, err := newSealer(master)
	if err != nil {
		return nil, err
	}
	if err := os.MkdirAll(dir, 0o700); err != nil {
		return nil, err
	}
	info, err := os.Stat(dir)
	if err != nil {
		return nil, err
	}
	if info.Mode().Perm()&0o077 != 0 {
		return nil, fmt.Errorf("%s must only be accessible to its owner", dir)
	}
	root, err := os.OpenRoot(dir)
	if err != nil {
		return nil, err
	}
	return &Vault{dir: dir, root: root, seal: seal}, nil
}

// Close closes the vault.
func (v *Vault) Close() error { return v.root.Close() }

func (v *Vault) files() ([]string, error) {
	entries, err := fs.ReadDir(v.root.FS(), ".")
	if err != nil {
		return nil, err
	}
	var names []string
	for _, e := range entries {
		if e.Type().IsRegular() && fileRE.MatchString(e.Name()) {
			names = append(names, e.Name())
		}
	}
	return names, nil
}

func (v *Vault) read(file string) (Note, error) {
	var n Note
	f, err := v.root.Open(file)
	if errors.Is(err, fs.ErrNotExist) {
		return n, ErrMissing
	}
	if err != nil {
		return n, err
	}
	defer f.Close()
	sealed, err := io.ReadAll(io.LimitReader(f, maxFile))
	if err != nil {
		return n, err
	}
	plain, err := v.seal.open(file, sealed)
	if err != nil {
		return n, err
	}
	return n, json.Unmarshal(plain, &n)
}

// Titles lists the titles.
func (v *Vault) Titles() ([]string, error) {
	v.mu.Lock()
	defer v.mu.Unlock()
	files, err := v.files()
	if err != nil {
		return nil, err
	}
	titles := make([]string, 0, len(files))
	for _, file := range files {
		n, err := v.read(file)
		if err != nil {
			return nil, err
		}
		titles = append(titles, n.Title)
	}
	sort.Strings(titles)
	return titles, nil
}

// Get opens a note.
func (v *Vault) Get(title string) (Note, error) {
	if !titleRE.MatchString(title) {
		return Note{}, ErrTitle
	}
	v.mu.Lock()
	defer v.mu.Unlock()
	return v.read(v.seal.file(title))
}

// Put writes a note; an older one of the same title is replaced.
func (v *Vault) Put(n Note) error {
	if !titleRE.MatchString(n.Title) {
		return ErrTitle
	}
	if len(n.Text) > maxText {
		return ErrLong
	}
	v.mu.Lock()
	defer v.mu.Unlock()
	files, err := v.files()
	if err != nil {
		return err
	}
	file := v.seal.file(n.Title)
	if _, err := v.root.Stat(file); errors.Is(err, fs.ErrNotExist) && len(files) >= maxNotes {
		return ErrFull
	}
	plain, err := json.Marshal(n)
	if err != nil {
		return err
	}
	sealed, err := v.seal.seal(file, plain)
	if err != nil {
		return err
	}
	return v.write(file, sealed)
}

// write puts data into a fresh temporary file and renames it.
func (v *Vault) write(file string, data []byte) error {
	tmp, err := os.CreateTemp(v.dir, "write-*.tmp")
	if err != nil {
		return err
	}
	_, err = tmp.Write(data)
	if err == nil {
		err = tmp.Sync()
	}
	if err := errors.Join(err, tmp.Close()); err != nil {
		return errors.Join(err, os.Remove(tmp.Name()))
	}
	return os.Rename(tmp.Name(), filepath.Join(v.dir, file))
}

// Delete removes a note.
func (v *Vault) Delete(title string) error {
	if !titleRE.MatchString(title) {
		return ErrTitle
	}
	v.mu.Lock()
	defer v.mu.Unlock()
	err := v.root.Remove(v.seal.file(title))
	if errors.Is(err, fs.ErrNotExist) {
		return ErrMissing
	}
	return err
}

// ValidTitle tells whether a note may have that title.
func ValidTitle(title string) bool { return titleRE.MatchString(title) }
