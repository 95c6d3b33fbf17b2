// Unpacks gzipped tars as a client written in Go does. Each line of the input is an archive and a folder; the folders of
// those that it refuses are printed.
package main

import (
	"archive/tar"
	"bufio"
	"compress/gzip"
	"fmt"
	"io"
	"os"
	"path/filepath"
	"strings"
)

func unpack(archive, folder string) error {
	file, err := os.Open(archive)
	if err != nil {
		return err
	}
	defer file.Close()
	unzipped, err := gzip.NewReader(file)
	if err != nil {
		return err
	}
	reader := tar.NewReader(unzipped)
	for {
		header, err := reader.Next()
		if err == io.EOF {
			// A checksum that differs is noticed at the end.
			_, err = io.Copy(io.Discard, unzipped)
			return err
		}
		if err != nil {
			return err
		}
		path := filepath.Join(folder, header.Name)
		if path != folder && !strings.HasPrefix(path, folder+"/") {
			return fmt.Errorf("leaves the folder: %s", header.Name)
		}
		switch header.Typeflag {
		case tar.TypeXGlobalHeader:
		case tar.TypeDir:
			if err := os.MkdirAll(path, 0o755); err != nil {
				return err
			}
		case tar.TypeReg, tar.TypeRegA, tar.TypeCont:
			if err := os.MkdirAll(filepath.Dir(path), 0o755); err != nil {
				return err
			}
			out, err := os.OpenFile(path, os.O_CREATE|os.O_WRONLY|os.O_TRUNC, header.FileInfo().Mode().Perm())
			if err != nil {
				return err
			}
			if _, err := io.Copy(out, reader); err != nil {
				return err
			}
			if err := out.Close(); err != nil {
				return err
			}
		default:
			return fmt.Errorf("is neither file nor folder: %s", header.Name)
		}
	}
}

func main() {
	lines := bufio.NewScanner(os.Stdin)
	for lines.Scan() {
		archive, folder, _ := strings.Cut(lines.Text(), "\t")
		if err := unpack(archive, folder); err != nil {
			fmt.Println(folder)
		}
	}
}
