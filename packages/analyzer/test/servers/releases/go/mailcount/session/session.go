// Package session keeps the user's sign-in.
package session

import (
	"context"
	"encoding/json"
	"net/http"
	"os"
	"path/filepath"
	"time"

	"golang.org/x/oauth2"
)

// Session is the stored sign-in of one user.
type Session struct {
	conf *oauth2.Config
	file string
}

// New makes a session below the user's configuration folder.
func New(conf *oauth2.Config) (*Session, error) {
	dir, err := os.UserConfigDir()
	if err != nil {
		return nil, err
	}
	return &Session{conf: conf, file: filepath.Join(dir, "mailcount", "token.json")}, nil
}

func (s *Session) load() (*oauth2.Token, error) {
	data, err := os.ReadFile(s.file)
	if err != nil {
		return nil, err
	}
	token := new(oauth2.Token)
	return token, json.Unmarshal(data, token)
}

func (s *Session) save(token *oauth2.Token) error {
	data, err := json.Marshal(token)
	if err != nil {
		return err
	}
	return os.WriteFile(s.file, data, 0o644)
}

// Client returns an HTTP client that is signed in.
func (s *Session) Client(ctx context.Context) (*http.Client, error) {
	old, err := s.load()
	if err != nil {
		return nil, err
	}
	token, err := s.conf.TokenSource(ctx, old).Token()
	if err != nil {
		return nil, err
	}
	if token.AccessToken != old.AccessToken {
		if err := s.save(token); err != nil {
			return nil, err
		}
	}
	client := oauth2.NewClient(ctx, oauth2.StaticTokenSource(token))
	client.Timeout = 10 * time.Second
	return client, nil
}
