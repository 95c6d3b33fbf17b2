package main

import (
	"archive/zip"
	"errors"
	"io"
	"os"
	"path/filepath"
)

const (
	maxFonts = 50
	maxFont  = 2 << 20
)

func unpack(archive *zip.Reader, dir string) (int, error) {
	if len(archive.File) > maxFonts {
		return 0, errors.New("too many files")
	}
	count := 0
	for _, entry := range archive.File {
		if entry.FileInfo().IsDir() || !entry.Mode().IsRegular() {
			continue
		}
		target := filepath.Join(dir, entry.Name)
		if err := os.MkdirAll(filepath.Dir(target), 0o755); err != nil {
			return count, err
		}
		if err := extract(entry, target); err != nil {
			return count, err
		}
		count++
	}
	return count, nil
}

func extract(entry *zip.File, target string) error {
	source, err := entry.Open()
	if err != nil {
		return err
	}
	defer source.Close()
	file, err := os.Create(target)
	if err != nil {
		return err
	}
	if _, err := io.Copy(file, io.LimitReader(source, maxFont)); err != nil {
		file.Close()
		return err
	}
	return file.Close()
}
