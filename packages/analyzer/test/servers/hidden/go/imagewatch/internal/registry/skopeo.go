// Package registry asks container registries through skopeo.
package registry

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"log"
	"os"
	"os/exec"
	"regexp"
	"time"

	"github.com/portside-tools/imagewatch/internal/creds"
)

const (
	callLimit = 45 * time.Second
	maxOutput = 8 << 20
	maxTags   = 500
)

// Image is what inspect_image returns.
type Image struct {
	Digest       string    `json:"digest"`
	Created      time.Time `json:"created"`
	OS           string    `json:"os"`
	Architecture string    `json:"architecture"`
	Layers       int       `json:"layers"`
}

// Client runs skopeo for the listed registries.
type Client struct {
	hosts  []string
	logins func(host string) *creds.Login
	log    *log.Logger
}

// New checks the host names and makes a client.
func New(hosts []string, logins func(string) *creds.Login, logger *log.Logger) (*Client, error) {
	for _, h := range hosts {
		if !hostRE.MatchString(h) {
			return nil, fmt.Errorf("%q is not a registry host", h)
		}
	}
	return &Client{hosts: hosts, logins: logins, log: logger}, nil
}

var wordRE = regexp.MustCompile(`^[a-z0-9_]{1,20}$`)

func word(s string) string {
	if wordRE.MatchString(s) {
		return s
	}
	return "unknown"
}

// Inspect looks at one image.
func (c *Client) Inspect(ctx context.Context, name string) (*Image, error) {
	ref, err := parse(name, c.hosts)
	if err != nil {
		return nil, err
	}
	out, err := c.skopeo(ctx, "inspect", ref.host, ref.image())
	if err != nil {
		return nil, err
	}
	var raw struct {
		Digest       string
		Created      time.Time
		Os           string
		Architecture string
		Layers       []string
	}
	if err := json.Unmarshal(out, &raw); err != nil || !digestRE.MatchString(raw.Digest) {
		return nil, errors.New("the registry sent something unexpected")
	}
	return &Image{
		Digest:       raw.Digest,
		Created:      raw.Created,
		OS:           word(raw.Os),
		Architecture: word(raw.Architecture),
		Layers:       len(raw.Layers),
	}, nil
}

// Tags lists tags of a repository.
func (c *Client) Tags(ctx context.Context, name string) ([]string, error) {
	ref, err := parse(name, c.hosts)
	if err != nil {
		return nil, err
	}
	out, err := c.skopeo(ctx, "list-tags", ref.host, ref.repository())
	if err != nil {
		return nil, err
	}
	var raw struct{ Tags []string }
	if err := json.Unmarshal(out, &raw); err != nil {
		return nil, errors.New("the registry sent something unexpected")
	}
	tags := make([]string, 0, min(len(raw.Tags), maxTags))
	for _, t := range raw.Tags {
		if tagRE.MatchString(t) && len(tags) < maxTags {
			tags = append(tags, t)
		}
	}
	return tags, nil
}

func (c *Client) skopeo(ctx context.Context, verb, host, image string) ([]byte, error) {
	ctx, cancel := context.WithTimeout(ctx, callLimit)
	defer cancel()

	args := []string{verb}
	if login := c.logins(host); login != nil {
		args = append(args, "--creds", login.Pair())
	} else {
		args = append(args, "--no-creds")
	}
	cmd := exec.CommandContext(ctx, "skopeo", append(args, "docker://"+image)...)
	cmd.Env = []string{"PATH=" + os.Getenv("PATH"), "HOME=" + os.Getenv("HOME")}
	cmd.WaitDelay = 2 * time.Second

	stdout, stderr := &limited{max: maxOutput}, &limited{max: 4096}
	cmd.Stdout, cmd.Stderr = stdout, stderr
	if err := cmd.Run(); err != nil {
		c.log.Printf("skopeo %s %s: %v: %q", verb, image, err, stderr.buf)
		return nil, errors.New("the registry could not be asked")
	}
	if stdout.over {
		return nil, errors.New("the answer of the registry is too large")
	}
	return stdout.buf, nil
}

// limited keeps at most max bytes.
type limited struct {
	buf  []byte
	max  int
	over bool
}

func (l *limited) Write(p []byte) (int, error) {
	keep := min(len(p), l.max-len(l.buf))
	l.over = l.over || keep < len(p)
	l.buf = append(l.buf, p[:keep]...)
	return len(p), nil
}
