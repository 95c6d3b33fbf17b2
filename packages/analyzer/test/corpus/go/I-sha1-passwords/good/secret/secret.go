// Package secret protects passwords before they are stored.
package secret

import "golang.org/x/crypto/bcrypt"

// Protect gives what is stored in place of a password.
func Protect(password string) (string, error) {
	hash, err := bcrypt.GenerateFromPassword([]byte(password), 12)
	return string(hash), err
}
