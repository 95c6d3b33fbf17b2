// Package session keeps the user's sign-in.
package session

import (
	"context"
	"encoding/json"
	"net/http"
	"time"

	"github.com/zalando/go-keyring"
	"golang.org/x/oauth2"
)

const service, account = "mailcount", "gmail"

// Session is the sign-in of one user in the key ring of the system.
type Session struct {
	conf *oauth2.Config
}

// New makes a session.
func New(conf *oauth2.Config) (*Session, error) {
	return &Session{conf: conf}, nil
}

func (s *Session) load() (*oauth2.Token, error) {
	data, err := keyring.Get(service, account)
	if err != nil {
		return nil, err
	}
	token := new(oauth2.Token)
	return token, json.Unmarshal([]byte(data), token)
}

func (s *Session) save(token *oauth2.Token) error {
	data, err := json.Marshal(token)
	if err != nil {
		return err
	}
	return keyring.Set(service, account, string(data))
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
