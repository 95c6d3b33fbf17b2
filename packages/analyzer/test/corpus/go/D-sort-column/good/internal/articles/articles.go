// Package articles reads the articles of the stock.
package articles

import (
	"context"
	"database/sql"
	"errors"
	"time"
)

// Article is one row of the list.
type Article struct {
	Name   string `json:"name"`
	Pieces int    `json:"pieces"`
}

// Repo reads from a database.
type Repo struct {
	db *sql.DB
}

// NewRepo uses db.
func NewRepo(db *sql.DB) *Repo {
	return &Repo{db: db}
}

var columns = map[string]string{"name": "name", "pieces": "pieces DESC", "price": "price_cents DESC"}

// List reads at most limit articles.
func (r *Repo) List(ctx context.Context, sortBy string, limit int) ([]Article, error) {
	if limit < 1 || limit > 100 {
		limit = 20
	}
	order, ok := columns[sortBy]
	if !ok {
		return nil, errors.New("unknown column")
	}
	ctx, cancel := context.WithTimeout(ctx, 5*time.Second)
	defer cancel()
	rows, err := r.db.QueryContext(ctx, "SELECT name, pieces FROM articles ORDER BY "+order+" LIMIT $1", limit)
	if err != nil {
		return nil, err
	}
	defer rows.Close()
	list := []Article{}
	for rows.Next() {
		var a Article
		if err := rows.Scan(&a.Name, &a.Pieces); err != nil {
			return nil, err
		}
		list = append(list, a)
	}
	return list, rows.Err()
}
