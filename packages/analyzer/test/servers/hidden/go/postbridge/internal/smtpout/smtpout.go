// Package smtpout hands messages to the submission server.
package smtpout

import (
	"context"
	"crypto/tls"
	"errors"
	"fmt"
	"log/slog"
	"net"
	"net/smtp"
	"sync"
	"time"

	"github.com/bluewicket/postbridge/internal/config"
	"github.com/bluewicket/postbridge/internal/letter"
)

const (
	sendLimit = 40 * time.Second
	perHour   = 30
)

// ErrBusy says that the hourly limit is used up.
var ErrBusy = errors.New("the hourly limit of messages is reached")

// Sender sends letters.
type Sender struct {
	cfg *config.Config
	log *slog.Logger

	mu   sync.Mutex
	sent []time.Time
}

// New makes a Sender.
func New(cfg *config.Config, log *slog.Logger) *Sender {
	return &Sender{cfg: cfg, log: log}
}

func (s *Sender) take(now time.Time) bool {
	s.mu.Lock()
	defer s.mu.Unlock()
	for len(s.sent) > 0 && now.Sub(s.sent[0]) > time.Hour {
		s.sent = s.sent[1:]
	}
	if len(s.sent) >= perHour {
		return false
	}
	s.sent = append(s.sent, now)
	return true
}

// Send delivers l and returns the number of bytes handed over.
func (s *Sender) Send(ctx context.Context, l *letter.Letter) (int, error) {
	now := time.Now()
	if !s.take(now) {
		return 0, ErrBusy
	}
	message, err := l.Bytes(now)
	if err != nil {
		return 0, err
	}
	if err := s.deliver(ctx, newEnvelope(l), message); err != nil {
		s.log.Error("delivery failed", "error", err)
		return 0, errors.New("the mail server did not take the message")
	}
	s.log.Info("message sent", "bytes", len(message))
	return len(message), nil
}

func (s *Sender) deliver(ctx context.Context, env envelope, message []byte) error {
	ctx, cancel := context.WithTimeout(ctx, sendLimit)
	defer cancel()

	dialer := tls.Dialer{
		NetDialer: &net.Dialer{Timeout: 10 * time.Second},
		Config:    &tls.Config{ServerName: s.cfg.Host, MinVersion: tls.VersionTLS12},
	}
	conn, err := dialer.DialContext(ctx, "tcp", s.cfg.Addr)
	if err != nil {
		return err
	}
	defer conn.Close()
	deadline, _ := ctx.Deadline()
	if err := conn.SetDeadline(deadline); err != nil {
		return err
	}

	client, err := smtp.NewClient(conn, s.cfg.Host)
	if err != nil {
		return err
	}
	if err := client.Auth(smtp.PlainAuth("", s.cfg.User, s.cfg.Password, s.cfg.Host)); err != nil {
		return fmt.Errorf("login: %w", err)
	}
	if err := client.Mail(env.from); err != nil {
		return err
	}
	for _, rcpt := range env.rcpt {
		if err := client.Rcpt(rcpt); err != nil {
			return fmt.Errorf("recipient: %w", err)
		}
	}
	w, err := client.Data()
	if err != nil {
		return err
	}
	if _, err := w.Write(message); err != nil {
		return err
	}
	if err := w.Close(); err != nil {
		return err
	}
	return client.Quit()
}
