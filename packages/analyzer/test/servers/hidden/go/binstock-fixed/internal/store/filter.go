package store

import (
	"errors"
	"fmt"
	"regexp"
	"sort"
	"strings"
)

const (
	maxRows  = 100
	maxAttrs = 12
)

var attrKey = regexp.MustCompile(`^[a-z][a-z0-9_]{0,39}$`)

var sortColumns = map[string]string{
	"":     "name",
	"name": "name",
	"bin":  "bin",
	"qty":  "qty",
	"id":   "id",
}

var likeEscaper = strings.NewReplacer(`\`, `\\`, `%`, `\%`, `_`, `\_`)

// Filter says which parts a search is for.
type Filter struct {
	Name       string
	Bin        string
	Attrs      map[string]string
	InStock    bool
	Sort       string
	Descending bool
	Limit      int
}

// query collects conditions and their values side by side.
type query struct {
	where []string
	args  []any
	order string
}

func (q *query) and(cond string, args ...any) {
	q.where = append(q.where, cond)
	q.args = append(q.args, args...)
}

func (q *query) text() string {
	var b strings.Builder
	b.WriteString("SELECT id, name, bin, qty, attrs FROM parts")
	if len(q.where) > 0 {
		b.WriteString(" WHERE " + strings.Join(q.where, " AND "))
	}
	b.WriteString(q.order)
	return b.String()
}

func (f Filter) build() (*query, error) {
	q := &query{}
	if f.Name != "" {
		q.and(`name LIKE ? ESCAPE '\'`, "%"+likeEscaper.Replace(f.Name)+"%")
	}
	if f.Bin != "" {
		q.and("bin = ?", f.Bin)
	}
	if f.InStock {
		q.and("qty > 0")
	}
	if err := f.attributes(q); err != nil {
		return nil, err
	}

	column, ok := sortColumns[f.Sort]
	if !ok {
		return nil, fmt.Errorf("cannot sort by %q", f.Sort)
	}
	q.order = " ORDER BY " + column
	if f.Descending {
		q.order += " DESC"
	}
	q.order += " LIMIT ?"
	limit := f.Limit
	if limit < 1 || limit > maxRows {
		limit = maxRows
	}
	q.args = append(q.args, limit)
	return q, nil
}

func (f Filter) attributes(q *query) error {
	if len(f.Attrs) > maxAttrs {
		return errors.New("too many attributes")
	}
	keys := make([]string, 0, len(f.Attrs))
	for key := range f.Attrs {
		if !attrKey.MatchString(key) {
			return fmt.Errorf("%q is not an attribute name", key)
		}
		keys = append(keys, key)
	}
	sort.Strings(keys)
	for _, key := range keys {
		q.and("json_extract(attrs, ?) = ?", "$."+key, f.Attrs[key])
	}
	return nil
}
