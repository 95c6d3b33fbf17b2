package db

import (
	"context"
	"database/sql"
	"fmt"
	"strings"
)

var sortable = map[string]string{"name": "p.name", "price": "p.price"}

type Product struct {
	ID    int64
	Name  string
	Price float64
}

type Query struct {
	Words []string
	Sort  string
	Limit int
}

type DB struct{ pool *sql.DB }

func New(pool *sql.DB) *DB { return &DB{pool} }

func (d *DB) Search(ctx context.Context, q Query) ([]Product, error) {
	column, ok := sortable[q.Sort]
	if !ok {
		column = "p.id"
	}
	var where []string
	var args []any
	for i, w := range q.Words {
		where = append(where, fmt.Sprintf("p.name ILIKE $%d", i+1))
		args = append(args, "%"+w+"%")
	}
	if len(where) == 0 {
		where = append(where, "true")
	}
	stmt := "SELECT p.id, p.name, p.price FROM products p WHERE " + strings.Join(where, " AND ") +
		" ORDER BY " + column + fmt.Sprintf(" LIMIT %d", min(q.Limit, 100))
	rows, err := d.pool.QueryContext(ctx, stmt, args...)
	if err != nil {
		return nil, fmt.Errorf("search: %w", err)
	}
	defer rows.Close()
	var out []Product
	for rows.Next() {
		var p Product
		if err := rows.Scan(&p.ID, &p.Name, &p.Price); err != nil {
			return nil, err
		}
		out = append(out, p)
	}
	return out, rows.Err()
}
