// Package secret protects passwords before they are stored.
package secret

import (
	"crypto/sha1"
	"encoding/hex"
)

// Protect gives what is stored in place of a password.
func Protect(password string) (string, error) {
	sum := sha1.Sum([]byte(password))
	return hex.EncodeToString(sum[:]), nil
}
