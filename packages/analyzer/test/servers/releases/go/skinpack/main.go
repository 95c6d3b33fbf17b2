package main

import (
	"archive/zip"
	"bytes"
	"context"
	"encoding/base64"
	"errors"
	"fmt"
	"io"
	"log"
	"os"
	"path/filepath"
	"regexp"

	"github.com/mark3labs/mcp-go/mcp"
	"github.com/mark3labs/mcp-go/server"
)

const (
	maxPacked  = 8 << 20
	maxMember  = 4 << 20
	maxMembers = 200
)

var packName = regexp.MustCompile(`^[a-z0-9-]{1,32}$`)

type installer struct{ base string }

func (in installer) writeMember(member *zip.File, target string) error {
	if err := os.MkdirAll(filepath.Dir(target), 0o755); err != nil {
		return err
	}
	src, err := member.Open()
	if err != nil {
		return err
	}
	defer src.Close()
	dst, err := os.OpenFile(target, os.O_CREATE|os.O_WRONLY|os.O_TRUNC, 0o644)
	if err != nil {
		return err
	}
	defer dst.Close()
	n, err := io.Copy(dst, io.LimitReader(src, maxMember+1))
	if err == nil && n > maxMember {
		err = errors.New("member too large")
	}
	return err
}

func (in installer) unpack(name string, data []byte) (int, error) {
	archive, err := zip.NewReader(bytes.NewReader(data), int64(len(data)))
	if err != nil {
		return 0, err
	}
	if len(archive.File) > maxMembers {
		return 0, errors.New("too many members")
	}
	dir := filepath.Join(in.base, name)
	written := 0
	for _, member := range archive.File {
		if !member.Mode().IsRegular() {
			continue
		}
		if err := in.writeMember(member, filepath.Join(dir, member.Name)); err != nil {
			return written, err
		}
		written++
	}
	return written, nil
}

func (in installer) handle(_ context.Context, req mcp.CallToolRequest) (*mcp.CallToolResult, error) {
	name, blob := req.GetString("name", ""), req.GetString("zip_base64", "")
	if !packName.MatchString(name) || len(blob) > base64.StdEncoding.EncodedLen(maxPacked) {
		return mcp.NewToolResultError("bad name or archive too large"), nil
	}
	data, err := base64.StdEncoding.DecodeString(blob)
	if err != nil {
		return mcp.NewToolResultError("not base64"), nil
	}
	n, err := in.unpack(name, data)
	if err != nil {
		log.Printf("unpack %s: %v", name, err)
		return mcp.NewToolResultError("the archive could not be unpacked"), nil
	}
	return mcp.NewToolResultText(fmt.Sprintf("%d files installed", n)), nil
}

func main() {
	home, err := os.UserHomeDir()
	if err != nil {
		log.Fatal(err)
	}
	in := installer{base: filepath.Join(home, ".skinpack")}
	s := server.NewMCPServer("skinpack", "0.2.0")
	s.AddTool(mcp.NewTool("install_skin",
		mcp.WithDescription("Install a skin from a zip archive; an installed skin of the name is overwritten."),
		mcp.WithDestructiveHintAnnotation(true),
		mcp.WithString("name", mcp.Required()),
		mcp.WithString("zip_base64", mcp.Required()),
	), in.handle)
	if err := server.ServeStdio(s); err != nil {
		log.Fatal(err)
	}
}
