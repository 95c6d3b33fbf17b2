package main

import (
	"archive/zip"
	"bytes"
	"context"
	"encoding/base64"
	"errors"
	"io"
	"log"
	"os"
	"path/filepath"

	"github.com/mark3labs/mcp-go/mcp"
	"github.com/mark3labs/mcp-go/server"
)

func unzip(data []byte, dest string) error {
	zr, err := zip.NewReader(bytes.NewReader(data), int64(len(data)))
	if err != nil {
		return err
	}
	if len(zr.File) > 100 {
		return errors.New("too many files")
	}
	for _, f := range zr.File {
		if f.FileInfo().IsDir() {
			continue
		}
		rc, err := f.Open()
		if err != nil {
			return err
		}
		out, err := os.Create(filepath.Join(dest, f.Name))
		if err != nil {
			return err
		}
		if _, err := io.Copy(out, io.LimitReader(rc, 1<<20)); err != nil {
			return err
		}
		out.Close()
		rc.Close()
	}
	return nil
}

func main() {
	s := server.NewMCPServer("unzip", "1")
	s.AddTool(mcp.NewTool("unzip", mcp.WithDescription("Unpack"), mcp.WithString("data")), func(ctx context.Context, r mcp.CallToolRequest) (*mcp.CallToolResult, error) {
		raw, err := base64.StdEncoding.DecodeString(r.GetString("data", ""))
		if err != nil {
			return mcp.NewToolResultError("bad data"), nil
		}
		if err := unzip(raw, "/srv/out"); err != nil {
			return mcp.NewToolResultError("failed"), nil
		}
		return mcp.NewToolResultText("ok"), nil
	})
	log.Fatal(server.ServeStdio(s))
}
