package registry

import (
	"errors"
	"fmt"
	"regexp"
	"slices"
	"strings"
)

var (
	repoRE   = regexp.MustCompile(`^[a-z0-9]+(?:[._-][a-z0-9]+)*(?:/[a-z0-9]+(?:[._-][a-z0-9]+)*)*$`)
	tagRE    = regexp.MustCompile(`^[A-Za-z0-9_][A-Za-z0-9_.-]{0,127}$`)
	digestRE = regexp.MustCompile(`^sha256:[0-9a-f]{64}$`)
	hostRE   = regexp.MustCompile(`^[a-z0-9]+(?:[.-][a-z0-9]+)*(?::[0-9]{1,5})?$`)
)

// reference is a checked image name.
type reference struct {
	host, repo, suffix string
}

func (r reference) repository() string { return r.host + "/" + r.repo }
func (r reference) image() string      { return r.repository() + r.suffix }

// parse takes names such as host/repo:tag and host/repo@sha256:...
func parse(name string, hosts []string) (reference, error) {
	var ref reference
	if len(name) > 300 {
		return ref, errors.New("image name is too long")
	}
	host, rest, ok := strings.Cut(name, "/")
	if !ok || !slices.Contains(hosts, host) {
		return ref, fmt.Errorf("registry %q is not in the list of this server", host)
	}
	ref.host = host
	if repo, digest, ok := strings.Cut(rest, "@"); ok {
		if !digestRE.MatchString(digest) {
			return ref, errors.New("digest is not valid")
		}
		rest, ref.suffix = repo, "@"+digest
	} else if repo, tag, ok := strings.Cut(rest, ":"); ok {
		if !tagRE.MatchString(tag) {
			return ref, errors.New("tag is not valid")
		}
		rest, ref.suffix = repo, ":"+tag
	}
	if !repoRE.MatchString(rest) {
		return ref, errors.New("repository name is not valid")
	}
	ref.repo = rest
	return ref, nil
}
