// Package ledger reads bookings.
package ledger

import (
	"context"
	"database/sql"
	"fmt"
	"net/url"
	"time"
)

const limit = 5 * time.Second

// Booking is one line of the journal.
type Booking struct {
	ID      int64  `json:"id"`
	Day     string `json:"day"`
	Account string `json:"account"`
	Text    string `json:"text"`
	Cents   int64  `json:"cents"`
}

// Total is a sum with what it is for.
type Total struct {
	Key   string `json:"key"`
	Cents int64  `json:"cents"`
	Count int64  `json:"count"`
}

// Account is a line of the chart of accounts.
type Account struct {
	Number string `json:"number"`
	Name   string `json:"name"`
}

// Ledger is an opened book.
type Ledger struct {
	db *sql.DB
}

// Open opens the file for reading.
func Open(ctx context.Context, path string) (*Ledger, error) {
	dsn := url.URL{Scheme: "file", Opaque: url.PathEscape(path), RawQuery: "mode=ro&_pragma=query_only(1)&_pragma=busy_timeout(2000)"}
	db, err := sql.Open("sqlite", dsn.String())
	if err != nil {
		return nil, err
	}
	db.SetMaxOpenConns(4)
	ctx, cancel := context.WithTimeout(ctx, limit)
	defer cancel()
	if err := db.PingContext(ctx); err != nil {
		db.Close()
		return nil, err
	}
	return &Ledger{db: db}, nil
}

// Close closes the book.
func (l *Ledger) Close() error { return l.db.Close() }

// Find returns the bookings that fit q.
func (l *Ledger) Find(ctx context.Context, q Query) ([]Booking, error) {
	text, args, err := q.statement()
	if err != nil {
		return nil, err
	}
	return collect(ctx, l.db, text, args, func(rows *sql.Rows) (b Booking, err error) {
		err = rows.Scan(&b.ID, &b.Day, &b.Account, &b.Text, &b.Cents)
		return b, err
	})
}

// groupings are the ways totals may be made.
var groupings = map[string]string{
	"account":  "account",
	"month":    "substr(day, 1, 7)",
	"category": "category",
}

// Totals sums the bookings of a year.
func (l *Ledger) Totals(ctx context.Context, by string, year int) ([]Total, error) {
	expr, ok := groupings[by]
	if !ok {
		return nil, &InputError{fmt.Sprintf("cannot group by %q", by)}
	}
	text := fmt.Sprintf(`SELECT %[1]s, SUM(cents), COUNT(*) FROM bookings
		WHERE day >= ? AND day < ? GROUP BY %[1]s ORDER BY %[1]s LIMIT 400`, expr)
	args := []any{fmt.Sprintf("%04d-01-01", year), fmt.Sprintf("%04d-01-01", year+1)}
	return collect(ctx, l.db, text, args, func(rows *sql.Rows) (t Total, err error) {
		err = rows.Scan(&t.Key, &t.Cents, &t.Count)
		return t, err
	})
}

// Accounts returns the chart of accounts.
func (l *Ledger) Accounts(ctx context.Context) ([]Account, error) {
	return collect(ctx, l.db, "SELECT number, name FROM accounts ORDER BY number LIMIT 1000", nil,
		func(rows *sql.Rows) (a Account, err error) {
			err = rows.Scan(&a.Number, &a.Name)
			return a, err
		})
}

func collect[T any](ctx context.Context, db *sql.DB, text string, args []any, scan func(*sql.Rows) (T, error)) ([]T, error) {
	ctx, cancel := context.WithTimeout(ctx, limit)
	defer cancel()
	rows, err := db.QueryContext(ctx, text, args...)
	if err != nil {
		return nil, err
	}
	defer rows.Close()
	out := []T{}
	for rows.Next() {
		v, err := scan(rows)
		if err != nil {
			return nil, err
		}
		out = append(out, v)
	}
	return out, rows.Err()
}
