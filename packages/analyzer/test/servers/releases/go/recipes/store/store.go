// Package store keeps recipes in SQLite.
package store

import (
	"context"
	"database/sql"
	"fmt"
	"strings"

	_ "modernc.org/sqlite"
)

// Recipe is one entry.
type Recipe struct {
	ID    int64  `json:"id"`
	Title string `json:"title"`
	Steps string `json:"steps"`
}

// Filter narrows a search.
type Filter struct {
	Ingredient string
	MaxMinutes int
	Limit      int
}

// Store is safe for use by several goroutines.
type Store struct{ db *sql.DB }

// Open opens the data base and makes the tables.
func Open(path string) (*Store, error) {
	db, err := sql.Open("sqlite", path)
	if err != nil {
		return nil, err
	}
	_, err = db.Exec(`CREATE TABLE IF NOT EXISTS recipe(
		id INTEGER PRIMARY KEY, title TEXT, ingredients TEXT, steps TEXT, minutes INTEGER)`)
	if err != nil {
		db.Close()
		return nil, err
	}
	return &Store{db: db}, nil
}

func (f Filter) where() string {
	var parts []string
	if f.Ingredient != "" {
		parts = append(parts, fmt.Sprintf("ingredients LIKE '%%%s%%'", f.Ingredient))
	}
	if f.MaxMinutes > 0 {
		parts = append(parts, fmt.Sprintf("minutes <= %d", f.MaxMinutes))
	}
	if len(parts) == 0 {
		return "1 = 1"
	}
	return strings.Join(parts, " AND ")
}

// Search returns the recipes that pass the filter.
func (s *Store) Search(ctx context.Context, f Filter) ([]Recipe, error) {
	query := "SELECT id, title, steps FROM recipe WHERE " + f.where() + " ORDER BY title LIMIT ?"
	rows, err := s.db.QueryContext(ctx, query, f.Limit)
	if err != nil {
		return nil, err
	}
	defer rows.Close()
	found := []Recipe{}
	for rows.Next() {
		var r Recipe
		if err := rows.Scan(&r.ID, &r.Title, &r.Steps); err != nil {
			return nil, err
		}
		found = append(found, r)
	}
	return found, rows.Err()
}
