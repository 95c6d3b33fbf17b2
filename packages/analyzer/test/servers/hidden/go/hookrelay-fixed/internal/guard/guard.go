// Package guard decides where hooks may point to.
package guard

import (
	"errors"
	"fmt"
	"net/url"
	"strings"
)

// Guard holds the listed hosts.
type Guard struct {
	hosts map[string]struct{}
}

// New makes a Guard for the listed hosts.
func New(hosts []string) (*Guard, error) {
	if len(hosts) == 0 {
		return nil, errors.New("HOOKRELAY_HOSTS is empty")
	}
	g := &Guard{hosts: make(map[string]struct{}, len(hosts))}
	for _, h := range hosts {
		g.hosts[strings.ToLower(h)] = struct{}{}
	}
	return g, nil
}

// Check tells whether raw may be used as the address of a hook.
func (g *Guard) Check(raw string) error {
	if len(raw) > 1000 {
		return errors.New("address is too long")
	}
	u, err := url.Parse(raw)
	if err != nil {
		return errors.New("address cannot be read")
	}
	if u.Scheme != "https" || u.User != nil || (u.Port() != "" && u.Port() != "443") {
		return errors.New("address must be https without a login and on the usual port")
	}
	if _, ok := g.hosts[strings.ToLower(u.Hostname())]; !ok {
		return fmt.Errorf("host %q is not listed", u.Hostname())
	}
	return nil
}
