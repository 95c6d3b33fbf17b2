// Package config reads the operator's list of databases.
package config

import (
	"encoding/json"
	"errors"
	"fmt"
	"os"
	"regexp"
	"sort"
	"strconv"
)

const defaultMaxDump = 2 << 30

var profileName = regexp.MustCompile(`^[a-z][a-z0-9-]{0,31}$`)

// Profile says where one database lives.
type Profile struct {
	Host    string `json:"host"`
	Port    int    `json:"port"`
	User    string `json:"user"`
	DBName  string `json:"dbname"`
	SSLMode string `json:"sslmode"`
}

// Env is the libpq environment for the profile. PATH, HOME and PGPASSFILE are
// handed on; nothing else of our own environment is.
func (p Profile) Env() []string {
	env := []string{
		"PGHOST=" + p.Host,
		"PGPORT=" + strconv.Itoa(p.Port),
		"PGUSER=" + p.User,
		"PGDATABASE=" + p.DBName,
		"PGSSLMODE=" + p.SSLMode,
		"PGCONNECT_TIMEOUT=10",
	}
	for _, name := range []string{"PATH", "HOME", "PGPASSFILE"} {
		if v, ok := os.LookupEnv(name); ok {
			env = append(env, name+"="+v)
		}
	}
	return env
}

// Config is the whole configuration file.
type Config struct {
	DumpDir      string             `json:"dump_dir"`
	MaxDumpBytes int64              `json:"max_dump_bytes"`
	Profiles     map[string]Profile `json:"profiles"`
}

// Load reads and checks the file at path.
func Load(path string) (*Config, error) {
	if path == "" {
		return nil, errors.New("PGSHELF_CONFIG is not set")
	}
	raw, err := os.ReadFile(path)
	if err != nil {
		return nil, err
	}
	var c Config
	if err := json.Unmarshal(raw, &c); err != nil {
		return nil, fmt.Errorf("parse %s: %w", path, err)
	}
	if c.DumpDir == "" {
		return nil, errors.New("dump_dir is missing")
	}
	if c.MaxDumpBytes <= 0 {
		c.MaxDumpBytes = defaultMaxDump
	}
	for name, p := range c.Profiles {
		if !profileName.MatchString(name) {
			return nil, fmt.Errorf("profile name %q is not usable", name)
		}
		if p.Port == 0 {
			p.Port = 5432
		}
		if p.SSLMode == "" {
			p.SSLMode = "verify-full"
		}
		c.Profiles[name] = p
	}
	return &c, nil
}

// Names lists the profiles in a stable order.
func (c *Config) Names() []string {
	names := make([]string, 0, len(c.Profiles))
	for name := range c.Profiles {
		names = append(names, name)
	}
	sort.Strings(names)
	return names
}
