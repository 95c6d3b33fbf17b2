// Package auth knows who may use the desk.
package auth

import (
	"context"
	"crypto/sha256"
	"crypto/subtle"
	"encoding/hex"
	"encoding/json"
	"errors"
	"fmt"
	"net/http"
	"os"
	"slices"
	"strings"
)

// Role orders what people may do; a higher role includes the lower ones.
type Role int

const (
	Viewer Role = iota + 1
	Agent
	Admin
)

var roles = map[string]Role{"viewer": Viewer, "agent": Agent, "admin": Admin}

// Principal is the holder of a token.
type Principal struct {
	User string
	Role Role
}

var (
	errAnonymous = errors.New("not signed in")
	errRole      = errors.New("your role does not allow this")
)

type entry struct {
	digest [sha256.Size]byte
	who    Principal
}

// Book holds the known tokens as digests.
type Book struct {
	entries []entry
}

// LoadBook reads the token file.
func LoadBook(path string) (*Book, error) {
	if path == "" {
		return nil, errors.New("DESKLINE_TOKENS is not set")
	}
	info, err := os.Stat(path)
	if err != nil {
		return nil, err
	}
	if info.Mode().Perm()&0o077 != 0 {
		return nil, fmt.Errorf("%s must not be readable by others", path)
	}
	raw, err := os.ReadFile(path)
	if err != nil {
		return nil, err
	}
	var rows []struct {
		User   string `json:"user"`
		Role   string `json:"role"`
		Digest string `json:"token_sha256"`
	}
	if err := json.Unmarshal(raw, &rows); err != nil {
		return nil, errors.New("the token file is not valid JSON")
	}
	book := &Book{}
	for i, row := range rows {
		role, ok := roles[row.Role]
		sum, err := hex.DecodeString(row.Digest)
		if !ok || err != nil || len(sum) != sha256.Size || row.User == "" {
			return nil, fmt.Errorf("row %d of the token file is not usable", i+1)
		}
		e := entry{who: Principal{User: row.User, Role: role}}
		copy(e.digest[:], sum)
		book.entries = append(book.entries, e)
	}
	if len(book.entries) == 0 {
		return nil, errors.New("the token file is empty")
	}
	return book, nil
}

func (b *Book) lookup(token string) (Principal, bool) {
	sum := sha256.Sum256([]byte(token))
	var found Principal
	ok := false
	for _, e := range b.entries {
		if subtle.ConstantTimeCompare(sum[:], e.digest[:]) == 1 {
			found, ok = e.who, true
		}
	}
	return found, ok
}

type ctxKey struct{}

// Middleware turns away requests without a known bearer token.
func (b *Book) Middleware(next http.Handler) http.Handler {
	return http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		token, found := strings.CutPrefix(r.Header.Get("Authorization"), "Bearer ")
		who, ok := b.lookup(token)
		if !found || !ok {
			w.Header().Set("WWW-Authenticate", `Bearer realm="deskline"`)
			http.Error(w, "unauthorized", http.StatusUnauthorized)
			return
		}
		next.ServeHTTP(w, r.WithContext(context.WithValue(r.Context(), ctxKey{}, who)))
	})
}

// Origins turns away browser requests from pages that are not listed.
func Origins(allowed []string, next http.Handler) http.Handler {
	return http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		if origin := r.Header.Get("Origin"); origin != "" && !slices.Contains(allowed, origin) {
			http.Error(w, "origin not allowed", http.StatusForbidden)
			return
		}
		next.ServeHTTP(w, r)
	})
}

// From returns the principal of the request.
func From(ctx context.Context) (Principal, error) {
	who, ok := ctx.Value(ctxKey{}).(Principal)
	if !ok {
		return Principal{}, errAnonymous
	}
	return who, nil
}

// Require returns the principal when it has at least the given role.
func Require(ctx context.Context, role Role) (Principal, error) {
	who, err := From(ctx)
	if err != nil {
		return who, err
	}
	if who.Role < role {
		return who, errRole
	}
	return who, nil
}
