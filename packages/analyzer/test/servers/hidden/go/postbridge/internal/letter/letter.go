// Package letter builds mail messages.
package letter

import (
	"bytes"
	"errors"
	"fmt"
	"mime"
	"mime/quotedprintable"
	"net/mail"
	"strings"
	"time"

	"github.com/bluewicket/postbridge/internal/config"
)

const (
	maxRecipients = 20
	maxSubject    = 200
	maxBody       = 64 << 10
)

// Letter is a checked message.
type Letter struct {
	From    *mail.Address
	To, Cc  []*mail.Address
	Subject string
	Body    string
}

// New checks the parts of a message against the configuration.
func New(cfg *config.Config, to, cc []string, subject, body string) (*Letter, error) {
	l := &Letter{From: cfg.From, Subject: subject, Body: body}
	if len(to) == 0 || len(to)+len(cc) > maxRecipients {
		return nil, fmt.Errorf("between 1 and %d recipients are needed", maxRecipients)
	}
	if subject == "" || len(subject) > maxSubject || strings.ContainsAny(subject, "\r\n\x00") {
		return nil, errors.New("subject is empty, too long or has line breaks")
	}
	if len(body) > maxBody {
		return nil, errors.New("body is too long")
	}
	var err error
	if l.To, err = parse(cfg, to); err != nil {
		return nil, err
	}
	if l.Cc, err = parse(cfg, cc); err != nil {
		return nil, err
	}
	return l, nil
}

func parse(cfg *config.Config, list []string) ([]*mail.Address, error) {
	var out []*mail.Address
	for _, item := range list {
		addr, err := mail.ParseAddress(item)
		if err != nil {
			return nil, fmt.Errorf("%q is not an address", item)
		}
		at := strings.LastIndexByte(addr.Address, '@')
		if !cfg.Domains[strings.ToLower(addr.Address[at+1:])] {
			return nil, fmt.Errorf("%q is not in an allowed domain", addr.Address)
		}
		out = append(out, addr)
	}
	return out, nil
}

func join(list []*mail.Address) string {
	parts := make([]string, len(list))
	for i, a := range list {
		parts[i] = a.String()
	}
	return strings.Join(parts, ", ")
}

// Header returns the header block.
func (l *Letter) Header(now time.Time) string {
	var b strings.Builder
	fmt.Fprintf(&b, "From: %s\r\nTo: %s\r\n", l.From, join(l.To))
	if len(l.Cc) > 0 {
		fmt.Fprintf(&b, "Cc: %s\r\n", join(l.Cc))
	}
	fmt.Fprintf(&b, "Subject: %s\r\n", mime.QEncoding.Encode("utf-8", l.Subject))
	fmt.Fprintf(&b, "Date: %s\r\n", now.Format(time.RFC1123Z))
	b.WriteString("MIME-Version: 1.0\r\nContent-Type: text/plain; charset=utf-8\r\n" +
		"Content-Transfer-Encoding: quoted-printable\r\n")
	return b.String()
}

// Bytes returns the whole message.
func (l *Letter) Bytes(now time.Time) ([]byte, error) {
	var b bytes.Buffer
	b.WriteString(l.Header(now))
	b.WriteString("\r\n")
	qp := quotedprintable.NewWriter(&b)
	if _, err := qp.Write([]byte(l.Body)); err != nil {
		return nil, err
	}
	if err := qp.Close(); err != nil {
		return nil, err
	}
	return b.Bytes(), nil
}
