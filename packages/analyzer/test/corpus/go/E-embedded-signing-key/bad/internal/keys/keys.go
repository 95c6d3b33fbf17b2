// Package keys holds the signing key.
package keys

import (
	"crypto/ed25519"
	"crypto/x509"
	"encoding/pem"
	"errors"
)

const signingKey = `-----BEGIN PRIVATE KEY-----
MC4CAQAwBQYDK2VwBCIEIJ9tQvXm3zLkRw7pYbN2sHc8uFgT5eDaVj1oKxWqZyB4
-----END PRIVATE KEY-----`

// Sign signs a message with the key of the company.
func Sign(message []byte) ([]byte, error) {
	block, _ := pem.Decode([]byte(signingKey))
	if block == nil {
		return nil, errors.New("no key")
	}
	parsed, err := x509.ParsePKCS8PrivateKey(block.Bytes)
	if err != nil {
		return nil, err
	}
	key, ok := parsed.(ed25519.PrivateKey)
	if !ok {
		return nil, errors.New("not an Ed25519 key")
	}
	return ed25519.Sign(key, message), nil
}
