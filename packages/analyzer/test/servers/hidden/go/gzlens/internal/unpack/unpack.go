// Package unpack turns packed logs into lines.
package unpack

import (
	"bytes"
	"compress/gzip"
	"errors"
	"fmt"
	"io"
	"iter"
)

// MaxPlain is the largest log that is looked at.
const MaxPlain = 32 << 20

// ErrTooLarge says that the unpacked log is larger than MaxPlain.
var ErrTooLarge = errors.New("the unpacked log is too large")

// Lines unpacks a log and goes over its lines.
func Lines(packed []byte) (iter.Seq[[]byte], error) {
	zr, err := gzip.NewReader(bytes.NewReader(packed))
	if err != nil {
		return nil, fmt.Errorf("not a gzip file: %w", err)
	}
	defer zr.Close()

	plain, err := io.ReadAll(zr)
	if err != nil {
		return nil, fmt.Errorf("damaged gzip file: %w", err)
	}
	if len(plain) > MaxPlain {
		return nil, ErrTooLarge
	}
	return bytes.SplitSeq(plain, []byte{'\n'}), nil
}
