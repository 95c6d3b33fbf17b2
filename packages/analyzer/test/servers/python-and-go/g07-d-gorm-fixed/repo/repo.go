package repo

import (
	"context"
	"strings"

	"gorm.io/gorm"
)

type Person struct {
	ID   uint
	Name string
	City string
}

type Filter struct {
	City string
	Sort string
}

type Repo struct{ db *gorm.DB }

func New(db *gorm.DB) *Repo { return &Repo{db: db} }

func (r *Repo) Find(ctx context.Context, f Filter) ([]Person, error) {
	var sb strings.Builder
	var people []Person
	sb.WriteString("city = ?")
	err := r.db.WithContext(ctx).Where(sb.String(), f.City).Limit(100).Find(&people).Error
	return people, err
}
