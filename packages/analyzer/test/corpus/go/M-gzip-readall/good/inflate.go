package main

import (
	"bytes"
	"compress/gzip"
	"errors"
	"io"
)

const maxText = 32 << 20

func inflate(compressed []byte) ([]byte, error) {
	reader, err := gzip.NewReader(bytes.NewReader(compressed))
	if err != nil {
		return nil, err
	}
	defer reader.Close()
	text, err := io.ReadAll(io.LimitReader(reader, maxText+1))
	if err == nil && len(text) > maxText {
		err = errors.New("too large")
	}
	return text, err
}
