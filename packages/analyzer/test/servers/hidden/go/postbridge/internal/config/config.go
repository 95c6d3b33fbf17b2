// Package config reads the settings of the bridge.
package config

import (
	"errors"
	"fmt"
	"net"
	"net/mail"
	"os"
	"strings"
)

// Config holds the settings.
type Config struct {
	Addr     string
	Host     string
	User     string
	Password string
	From     *mail.Address
	Domains  map[string]bool
}

// String leaves the login out.
func (c *Config) String() string {
	return fmt.Sprintf("smtp=%s from=%s domains=%d", c.Addr, c.From.Address, len(c.Domains))
}

// FromEnv reads and checks the environment.
func FromEnv() (*Config, error) {
	c := &Config{
		Addr:     os.Getenv("POSTBRIDGE_SMTP"),
		User:     os.Getenv("POSTBRIDGE_USER"),
		Password: os.Getenv("POSTBRIDGE_PASSWORD"),
		Domains:  map[string]bool{},
	}
	host, _, err := net.SplitHostPort(c.Addr)
	if err != nil {
		return nil, errors.New("POSTBRIDGE_SMTP must be host:port")
	}
	c.Host = host
	if c.User == "" || c.Password == "" {
		return nil, errors.New("POSTBRIDGE_USER and POSTBRIDGE_PASSWORD are needed")
	}
	if c.From, err = mail.ParseAddress(os.Getenv("POSTBRIDGE_FROM")); err != nil {
		return nil, fmt.Errorf("POSTBRIDGE_FROM: %w", err)
	}
	for _, d := range strings.Fields(os.Getenv("POSTBRIDGE_DOMAINS")) {
		c.Domains[strings.ToLower(d)] = true
	}
	if len(c.Domains) == 0 {
		return nil, errors.New("POSTBRIDGE_DOMAINS is empty")
	}
	return c, nil
}
