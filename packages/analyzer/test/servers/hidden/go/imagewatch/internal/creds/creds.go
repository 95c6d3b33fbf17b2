// Package creds finds registry logins in the environment.
package creds

import (
	"os"
	"strings"
)

// Login is a user name with its token.
type Login struct {
	user  string
	token string
}

// FromEnv returns the login for host, or nil when there is none.
func FromEnv(host string) *Login {
	name := strings.Map(func(r rune) rune {
		switch {
		case r >= 'a' && r <= 'z':
			return r - 'a' + 'A'
		case r >= 'A' && r <= 'Z', r >= '0' && r <= '9':
			return r
		}
		return '_'
	}, host)
	user, token, ok := strings.Cut(os.Getenv("IMAGEWATCH_LOGIN_"+name), ":")
	if !ok || user == "" || token == "" {
		return nil
	}
	return &Login{user: user, token: token}
}

// Pair is the login in the user:token form.
func (l *Login) Pair() string { return l.user + ":" + l.token }

// String keeps the token out of logs.
func (l *Login) String() string { return l.user + ":***" }
