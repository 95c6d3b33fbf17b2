package vault

import (
	"crypto/aes"
	"crypto/cipher"
	"crypto/hkdf"
	"crypto/hmac"
	"crypto/rand"
	"crypto/sha256"
	"encoding/hex"
	"errors"
	"fmt"
)

// KeySize is the size of the master key.
const KeySize = 32

var errDamaged = errors.New("the note is damaged or was written with another key")

// sealer encrypts notes and makes names for them.
type sealer struct {
	aead cipher.AEAD
	name []byte
}

func newSealer(master []byte) (*sealer, error) {
	if len(master) != KeySize {
		return nil, errors.New("the key has the wrong size")
	}
	data, err := hkdf.Key(sha256.New, master, nil, "sealnotes data v1", KeySize)
	if err != nil {
		return nil, err
	}
	name, err := hkdf.Key(sha256.New, master, nil, "sealnotes names v1", KeySize)
	if err != nil {
		return nil, err
	}
	block, err := aes.NewCipher(data)
	if err != nil {
		return nil, err
	}
	aead, err := cipher.NewGCM(block)
	if err != nil {
		return nil, err
	}
	return &sealer{aead: aead, name: name}, nil
}

func (s *sealer) file(title string) string {
	mac := hmac.New(sha256.New, s.name)
	mac.Write([]byte(title))
	return hex.EncodeToString(mac.Sum(nil)) + ".note"
}

// seal encrypts plain and binds it to the name of its file.
func (s *sealer) seal(file string, plain []byte) ([]byte, error) {
	nonce := make([]byte, s.aead.NonceSize(), s.aead.NonceSize()+len(plain)+s.aead.Overhead())
	if _, err := rand.Read(nonce); err != nil {
		return nil, fmt.Errorf("nonce: %w", err)
	}
	return s.aead.Seal(nonce, nonce, plain, []byte(file)), nil
}

func (s *sealer) open(file string, sealed []byte) ([]byte, error) {
	n := s.aead.NonceSize()
	if len(sealed) < n {
		return nil, errDamaged
	}
	plain, err := s.aead.Open(nil, sealed[:n], sealed[n:], []byte(file))
	if err != nil {
		return nil, errDamaged
	}
	return plain, nil
}
