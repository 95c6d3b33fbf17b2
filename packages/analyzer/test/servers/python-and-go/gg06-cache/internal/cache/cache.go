package cache

import (
	"crypto/sha256"
	"encoding/hex"
	"os"
	"path/filepath"
	"time"
)

type Cache struct {
	dir string
	ttl time.Duration
}

func New(dir string, ttl time.Duration) *Cache { return &Cache{dir: dir, ttl: ttl} }

func (c *Cache) file(key string) string {
	sum := sha256.Sum256([]byte(key))
	return filepath.Join(c.dir, hex.EncodeToString(sum[:])+".json")
}

func (c *Cache) Get(key string) ([]byte, bool) {
	p := c.file(key)
	info, err := os.Stat(p)
	if err != nil || time.Since(info.ModTime()) > c.ttl {
		return nil, false
	}
	data, err := os.ReadFile(p)
	return data, err == nil
}

func (c *Cache) Set(key string, data []byte) error {
	return os.WriteFile(c.file(key), data, 0o600)
}
