// Package device knows the accounts of the scanner.
package device

import (
	"encoding/json"
	"os"

	"golang.org/x/crypto/bcrypt"
)

// Device checks accounts.
type Device struct {
	hashes map[string]string
}

// Load reads the bcrypt hashes of the accounts.
func Load(path string) (*Device, error) {
	text, err := os.ReadFile(path)
	if err != nil {
		return nil, err
	}
	d := &Device{}
	return d, json.Unmarshal(text, &d.hashes)
}

// SignIn tells whether the password belongs to the account.
func (d *Device) SignIn(user, password string) bool {
	return bcrypt.CompareHashAndPassword([]byte(d.hashes[user]), []byte(password)) == nil
}
