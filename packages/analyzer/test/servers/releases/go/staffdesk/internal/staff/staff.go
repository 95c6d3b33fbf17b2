package staff

import (
	"context"

	"github.com/jackc/pgx/v5/pgxpool"
)

// Person is one employee.
type Person struct {
	ID     int64  `json:"id"`
	Name   string `json:"name"`
	Mail   string `json:"mail"`
	Salary int    `json:"salary"`
}

// Repo reads and changes employees.
type Repo struct{ Pool *pgxpool.Pool }

// Find returns at most 50 employees by name.
func (r *Repo) Find(ctx context.Context, name string) ([]Person, error) {
	rows, err := r.Pool.Query(ctx, "SELECT id, name, mail, salary FROM staff WHERE name ILIKE '%' || $1 || '%' LIMIT 50", name)
	if err != nil {
		return nil, err
	}
	defer rows.Close()
	var out []Person
	for rows.Next() {
		var p Person
		if err := rows.Scan(&p.ID, &p.Name, &p.Mail, &p.Salary); err != nil {
			return nil, err
		}
		out = append(out, p)
	}
	return out, rows.Err()
}

// Remove deletes an employee.
func (r *Repo) Remove(ctx context.Context, id int64) error {
	_, err := r.Pool.Exec(ctx, "DELETE FROM staff WHERE id = $1", id)
	return err
}
