// Package store keeps parts in SQLite.
package store

import (
	"context"
	"database/sql"
	"encoding/json"
	"errors"
	"fmt"
	"time"
)

const queryLimit = 5 * time.Second

// ErrMissing says that there is no such part.
var ErrMissing = errors.New("no such part")

// ErrShort says that a booking would take more than there is.
var ErrShort = errors.New("not enough parts in stock")

const schema = `
CREATE TABLE IF NOT EXISTS parts (
	id    INTEGER PRIMARY KEY,
	name  TEXT NOT NULL,
	bin   TEXT NOT NULL,
	qty   INTEGER NOT NULL CHECK (qty >= 0),
	attrs TEXT NOT NULL DEFAULT '{}'
);
CREATE TABLE IF NOT EXISTS suppliers (
	id      INTEGER PRIMARY KEY,
	name    TEXT NOT NULL,
	account TEXT NOT NULL,
	terms   TEXT NOT NULL
);`

// Part is one row of the inventory.
type Part struct {
	ID    int64             `json:"id"`
	Name  string            `json:"name"`
	Bin   string            `json:"bin"`
	Qty   int64             `json:"qty"`
	Attrs map[string]string `json:"attrs"`
}

// Store wraps the database.
type Store struct {
	db *sql.DB
}

// Open opens the file and makes the tables when they are missing.
func Open(ctx context.Context, path string) (*Store, error) {
	db, err := sql.Open("sqlite", "file:"+path+"?_pragma=busy_timeout(3000)")
	if err != nil {
		return nil, err
	}
	db.SetMaxOpenConns(1)
	ctx, cancel := context.WithTimeout(ctx, queryLimit)
	defer cancel()
	if _, err := db.ExecContext(ctx, schema); err != nil {
		return nil, errors.Join(fmt.Errorf("prepare %s: %w", path, err), db.Close())
	}
	return &Store{db: db}, nil
}

// Close closes the database.
func (s *Store) Close() error { return s.db.Close() }

// Search returns the parts that fit f.
func (s *Store) Search(ctx context.Context, f Filter) ([]Part, error) {
	q, err := f.build()
	if err != nil {
		return nil, err
	}
	ctx, cancel := context.WithTimeout(ctx, queryLimit)
	defer cancel()

	rows, err := s.db.QueryContext(ctx, q.text(), q.args...)
	if err != nil {
		return nil, err
	}
	defer rows.Close()

	parts := []Part{}
	for rows.Next() {
		p, err := scan(rows.Scan)
		if err != nil {
			return nil, err
		}
		parts = append(parts, p)
	}
	return parts, rows.Err()
}

// Get returns one part.
func (s *Store) Get(ctx context.Context, id int64) (Part, error) {
	ctx, cancel := context.WithTimeout(ctx, queryLimit)
	defer cancel()
	p, err := scan(s.db.QueryRowContext(ctx, "SELECT id, name, bin, qty, attrs FROM parts WHERE id = ?", id).Scan)
	if errors.Is(err, sql.ErrNoRows) {
		return p, ErrMissing
	}
	return p, err
}

// Adjust books delta parts in (positive) or out (negative).
func (s *Store) Adjust(ctx context.Context, id, delta int64) (Part, error) {
	ctx, cancel := context.WithTimeout(ctx, queryLimit)
	defer cancel()
	res, err := s.db.ExecContext(ctx, "UPDATE parts SET qty = qty + ? WHERE id = ? AND qty + ? >= 0", delta, id, delta)
	if err != nil {
		return Part{}, err
	}
	n, err := res.RowsAffected()
	if err != nil {
		return Part{}, err
	}
	p, err := s.Get(ctx, id)
	if err == nil && n == 0 {
		err = ErrShort
	}
	return p, err
}

func scan(into func(...any) error) (Part, error) {
	var p Part
	var attrs []byte
	if err := into(&p.ID, &p.Name, &p.Bin, &p.Qty, &attrs); err != nil {
		return p, err
	}
	if err := json.Unmarshal(attrs, &p.Attrs); err != nil {
		return p, fmt.Errorf("attributes of part %d: %w", p.ID, err)
	}
	return p, nil
}
