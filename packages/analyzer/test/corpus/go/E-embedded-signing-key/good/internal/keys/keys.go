// Package keys holds the signing key.
package keys

import (
	"crypto/ed25519"
	"crypto/x509"
	"encoding/pem"
	"errors"
	"os"
)

const header = "-----BEGIN PRIVATE KEY-----"

// Sign signs a message with the key of the company.
func Sign(message []byte) ([]byte, error) {
	text, err := os.ReadFile(os.Getenv("LICENCE_KEY_FILE"))
	if err != nil {
		return nil, errors.New("LICENCE_KEY_FILE cannot be read")
	}
	block, _ := pem.Decode(text)
	if block == nil {
		return nil, errors.New("LICENCE_KEY_FILE does not start with " + header)
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
