// Package netguard says where connections may go.
package netguard

import (
	"context"
	"errors"
	"fmt"
	"net"
	"net/netip"
	"net/url"
	"sort"
	"strings"
	"syscall"
	"time"
)

// Hosts is a set of host names.
type Hosts map[string]struct{}

// NewHosts makes the set.
func NewHosts(names []string) (Hosts, error) {
	h := Hosts{}
	for _, n := range names {
		n = strings.ToLower(strings.TrimSpace(n))
		if n == "" {
			continue
		}
		if strings.ContainsAny(n, "/:@*? ") {
			return nil, fmt.Errorf("%q is not a host name", n)
		}
		h[n] = struct{}{}
	}
	if len(h) == 0 {
		return nil, errors.New("LINKPULSE_HOSTS is empty")
	}
	return h, nil
}

// Names lists the hosts.
func (h Hosts) Names() []string {
	out := make([]string, 0, len(h))
	for n := range h {
		out = append(out, n)
	}
	sort.Strings(out)
	return out
}

// Allow tells whether u may be asked.
func (h Hosts) Allow(u *url.URL) error {
	if u.Scheme != "https" || u.User != nil || u.Opaque != "" {
		return errors.New("only plain https links are checked")
	}
	if p := u.Port(); p != "" && p != "443" {
		return errors.New("only port 443 is checked")
	}
	if _, ok := h[strings.ToLower(u.Hostname())]; !ok {
		return errors.New("the host is not listed")
	}
	return nil
}

var special = func() []netip.Prefix {
	var out []netip.Prefix
	for _, p := range []string{
		"0.0.0.0/8", "100.64.0.0/10", "192.0.0.0/24", "192.0.2.0/24", "198.18.0.0/15",
		"198.51.100.0/24", "203.0.113.0/24", "240.0.0.0/4",
		"64:ff9b::/96", "100::/64", "2001::/23", "2001:db8::/32", "2002::/16",
	} {
		out = append(out, netip.MustParsePrefix(p))
	}
	return out
}()

// Public tells whether ip is an ordinary address of the internet.
func Public(ip netip.Addr) bool {
	ip = ip.Unmap()
	if !ip.IsGlobalUnicast() || ip.IsPrivate() {
		return false
	}
	for _, p := range special {
		if p.Contains(ip) {
			return false
		}
	}
	return true
}

// Dialer returns a dialer that only connects to public addresses. The check
// sees the address that is really used, after the name was looked up.
func Dialer() *net.Dialer {
	return &net.Dialer{
		Timeout: 4 * time.Second,
		ControlContext: func(_ context.Context, network, address string, _ syscall.RawConn) error {
			if network != "tcp4" && network != "tcp6" {
				return errors.New("only tcp is allowed")
			}
			ap, err := netip.ParseAddrPort(address)
			if err != nil {
				return err
			}
			if !Public(ap.Addr()) || ap.Port() != 443 {
				return errors.New("the address is not a public one")
			}
			return nil
		},
	}
}
