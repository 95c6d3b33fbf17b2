// Package access decides who may talk to the board.
package access

import (
	"context"
	"crypto/sha256"
	"crypto/subtle"
	"errors"
	"net/http"
	"slices"
	"time"

	"github.com/modelcontextprotocol/go-sdk/auth"
	"github.com/modelcontextprotocol/go-sdk/mcp"
)

// Scopes of the two tokens.
const (
	ScopeRead    = "units:read"
	ScopeOperate = "units:operate"
)

const minToken = 32

// ErrScope says that a token does not allow something.
var ErrScope = errors.New("the token does not allow this")

// Tokens knows the tokens as digests.
type Tokens struct {
	read, operate [sha256.Size]byte
}

// NewTokens checks the tokens.
func NewTokens(read, operate string) (*Tokens, error) {
	if len(read) < minToken || len(operate) < minToken {
		return nil, errors.New("OPSBOARD_READ_TOKEN and OPSBOARD_OPERATE_TOKEN need at least 32 characters")
	}
	if read == operate {
		return nil, errors.New("the two tokens must differ")
	}
	return &Tokens{read: sha256.Sum256([]byte(read)), operate: sha256.Sum256([]byte(operate))}, nil
}

// Verify is an auth.TokenVerifier.
func (t *Tokens) Verify(_ context.Context, token string, _ *http.Request) (*auth.TokenInfo, error) {
	sum := sha256.Sum256([]byte(token))
	isRead := subtle.ConstantTimeCompare(sum[:], t.read[:])
	isOperate := subtle.ConstantTimeCompare(sum[:], t.operate[:])
	info := &auth.TokenInfo{Expiration: time.Now().Add(time.Minute)}
	switch {
	case isOperate == 1:
		info.Scopes = []string{ScopeRead, ScopeOperate}
	case isRead == 1:
		info.Scopes = []string{ScopeRead}
	default:
		return nil, auth.ErrInvalidToken
	}
	return info, nil
}

// Require checks the scopes of a tool call.
func Require(req *mcp.CallToolRequest, scope string) error {
	if req.Extra == nil || req.Extra.TokenInfo == nil || !slices.Contains(req.Extra.TokenInfo.Scopes, scope) {
		return ErrScope
	}
	return nil
}

// SameHost refuses requests that a web page of another origin could have
// caused, and names that were made to point to this machine.
func SameHost(addr string, next http.Handler) http.Handler {
	return http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		origin := r.Header.Get("Origin")
		if r.Host != addr || (origin != "" && origin != "http://"+addr) {
			http.Error(w, "forbidden", http.StatusForbidden)
			return
		}
		next.ServeHTTP(w, r)
	})
}
