// Package tokens checks bearer tokens against the hashes in the data base.
package tokens

import (
	"context"
	"crypto/sha256"
	"errors"
	"log/slog"
	"net/http"
	"time"

	"github.com/jackc/pgx/v5"
	"github.com/jackc/pgx/v5/pgxpool"
	"github.com/modelcontextprotocol/go-sdk/auth"
)

// Verifier returns a verifier for auth.RequireBearerToken. Tokens are 256 random bits; only their digests are stored.
func Verifier(pool *pgxpool.Pool) auth.TokenVerifier {
	return func(ctx context.Context, token string, _ *http.Request) (*auth.TokenInfo, error) {
		ctx, cancel := context.WithTimeout(ctx, 3*time.Second)
		defer cancel()
		digest := sha256.Sum256([]byte(token))
		info := &auth.TokenInfo{}
		err := pool.QueryRow(ctx,
			"SELECT subject, scopes, expires_at FROM api_token WHERE digest = $1 AND expires_at > now()", digest[:],
		).Scan(&info.UserID, &info.Scopes, &info.Expiration)
		if errors.Is(err, pgx.ErrNoRows) {
			return nil, auth.ErrInvalidToken
		}
		if err != nil {
			slog.Error("token lookup failed", "error", err)
			return nil, errors.New("token lookup failed")
		}
		return info, nil
	}
}
