package ledger

import (
	"fmt"
	"regexp"
	"strings"
)

const pageSize = 100

// InputError is an error the client may see.
type InputError struct{ Reason string }

func (e *InputError) Error() string { return e.Reason }

var (
	dayRE     = regexp.MustCompile(`^\d{4}-\d{2}-\d{2}$`)
	accountRE = regexp.MustCompile(`^\d{3,6}$`)
	likeWord  = strings.NewReplacer(`!`, `!!`, `%`, `!%`, `_`, `!_`)
)

// Query says which bookings are wanted.
type Query struct {
	Text     string   `json:"text"`
	Accounts []string `json:"accounts"`
	From     string   `json:"from"`
	Until    string   `json:"until"`
	MinCents *int64   `json:"min_cents"`
	MaxCents *int64   `json:"max_cents"`
	Sort     string   `json:"sort"`
	Order    string   `json:"order"`
	Page     int      `json:"page"`
}

// orderBy turns the wish for an order into SQL.
func orderBy(column, direction string) (string, error) {
	var b strings.Builder
	switch column {
	case "", "day":
		b.WriteString("day")
	case "amount":
		b.WriteString("cents")
	case "account":
		b.WriteString("account")
	default:
		return "", &InputError{fmt.Sprintf("cannot sort by %q", column)}
	}
	switch strings.ToLower(direction) {
	case "", "asc":
		b.WriteString(" ASC")
	case "desc":
		b.WriteString(" DESC")
	default:
		return "", &InputError{"order must be asc or desc"}
	}
	b.WriteString(", id")
	return b.String(), nil
}

func (q Query) statement() (string, []any, error) {
	where := []string{"1 = 1"}
	var args []any
	and := func(cond string, values ...any) {
		where = append(where, cond)
		args = append(args, values...)
	}
	if len(q.Text) > 200 {
		return "", nil, &InputError{"text is too long"}
	}
	if q.Text != "" {
		and("text LIKE ? ESCAPE '!'", "%"+likeWord.Replace(q.Text)+"%")
	}
	if len(q.Accounts) > 50 {
		return "", nil, &InputError{"too many accounts"}
	}
	if len(q.Accounts) > 0 {
		values := make([]any, 0, len(q.Accounts))
		for _, a := range q.Accounts {
			if !accountRE.MatchString(a) {
				return "", nil, &InputError{fmt.Sprintf("%q is not an account", a)}
			}
			values = append(values, a)
		}
		marks := strings.TrimSuffix(strings.Repeat("?,", len(values)), ",")
		and(fmt.Sprintf("account IN (%s)", marks), values...)
	}
	for _, bound := range []struct{ day, cond string }{{q.From, "day >= ?"}, {q.Until, "day <= ?"}} {
		if bound.day == "" {
			continue
		}
		if !dayRE.MatchString(bound.day) {
			return "", nil, &InputError{"days must look like 2024-12-31"}
		}
		and(bound.cond, bound.day)
	}
	if q.MinCents != nil {
		and("cents >= ?", *q.MinCents)
	}
	if q.MaxCents != nil {
		and("cents <= ?", *q.MaxCents)
	}
	order, err := orderBy(q.Sort, q.Order)
	if err != nil {
		return "", nil, err
	}
	if q.Page < 0 || q.Page > 1000 {
		return "", nil, &InputError{"page must be between 0 and 1000"}
	}
	args = append(args, pageSize, q.Page*pageSize)
	text := fmt.Sprintf("SELECT id, day, account, text, cents FROM bookings WHERE %s ORDER BY %s LIMIT ? OFFSET ?",
		strings.Join(where, " AND "), order)
	return text, args, nil
}
