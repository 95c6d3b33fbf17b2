// Package desk keeps the tickets.
package desk

import (
	"encoding/json"
	"errors"
	"io/fs"
	"os"
	"path/filepath"
	"sync"
	"time"
)

const maxTickets = 20000

// ErrMissing says that there is no such ticket or project.
var ErrMissing = errors.New("no such ticket or project")

// Ticket is one request for help.
type Ticket struct {
	ID       int       `json:"id"`
	Project  string    `json:"project"`
	Title    string    `json:"title"`
	Body     string    `json:"body,omitempty"`
	OpenedBy string    `json:"opened_by"`
	Opened   time.Time `json:"opened"`
	Closed   bool      `json:"closed"`
}

// Desk is safe for concurrent use.
type Desk struct {
	mu   sync.Mutex
	file string
	data struct {
		Next    int      `json:"next"`
		Tickets []Ticket `json:"tickets"`
	}
}

// Open loads the desk from dir.
func Open(dir string) (*Desk, error) {
	if dir == "" {
		return nil, errors.New("DESKLINE_DATA is not set")
	}
	if err := os.MkdirAll(dir, 0o700); err != nil {
		return nil, err
	}
	d := &Desk{file: filepath.Join(dir, "tickets.json")}
	raw, err := os.ReadFile(d.file)
	if errors.Is(err, fs.ErrNotExist) {
		return d, nil
	}
	if err != nil {
		return nil, err
	}
	return d, json.Unmarshal(raw, &d.data)
}

// List returns the tickets of a project without their bodies.
func (d *Desk) List(project string, limit int) []Ticket {
	d.mu.Lock()
	defer d.mu.Unlock()
	out := []Ticket{}
	for i := len(d.data.Tickets) - 1; i >= 0 && len(out) < limit; i-- {
		if t := d.data.Tickets[i]; t.Project == project {
			t.Body = ""
			out = append(out, t)
		}
	}
	return out
}

// Get returns one ticket.
func (d *Desk) Get(id int) (Ticket, error) {
	d.mu.Lock()
	defer d.mu.Unlock()
	for _, t := range d.data.Tickets {
		if t.ID == id {
			return t, nil
		}
	}
	return Ticket{}, ErrMissing
}

// Add stores a new ticket and returns its number.
func (d *Desk) Add(t Ticket) (int, error) {
	d.mu.Lock()
	defer d.mu.Unlock()
	if len(d.data.Tickets) >= maxTickets {
		return 0, errors.New("the desk is full")
	}
	d.data.Next++
	t.ID = d.data.Next
	d.data.Tickets = append(d.data.Tickets, t)
	return t.ID, d.save()
}

// Close marks a ticket as done.
func (d *Desk) Close(id int) error {
	d.mu.Lock()
	defer d.mu.Unlock()
	for i := range d.data.Tickets {
		if d.data.Tickets[i].ID == id {
			d.data.Tickets[i].Closed = true
			return d.save()
		}
	}
	return ErrMissing
}

// Purge removes every ticket of a project for good.
func (d *Desk) Purge(project string) (int, error) {
	d.mu.Lock()
	defer d.mu.Unlock()
	kept := make([]Ticket, 0, len(d.data.Tickets))
	for _, t := range d.data.Tickets {
		if t.Project != project {
			kept = append(kept, t)
		}
	}
	gone := len(d.data.Tickets) - len(kept)
	if gone == 0 {
		return 0, ErrMissing
	}
	d.data.Tickets = kept
	return gone, d.save()
}

func (d *Desk) save() error {
	raw, err := json.Marshal(&d.data)
	if err != nil {
		return err
	}
	tmp, err := os.CreateTemp(filepath.Dir(d.file), "tickets-*")
	if err != nil {
		return err
	}
	_, err = tmp.Write(raw)
	if err := errors.Join(err, tmp.Close()); err != nil {
		return errors.Join(err, os.Remove(tmp.Name()))
	}
	return os.Rename(tmp.Name(), d.file)
}
