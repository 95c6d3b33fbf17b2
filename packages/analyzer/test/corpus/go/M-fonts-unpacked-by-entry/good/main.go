package main

import (
	"archive/tar"
	"context"
	"encoding/base64"
	"errors"
	"io"
	"log"
	"os"
	"path/filepath"
	"strings"

	"github.com/mark3labs/mcp-go/mcp"
	"github.com/mark3labs/mcp-go/server"
)

const folder = "/srv/fonts"

func keep(font *tar.Header, content io.Reader) error {
	if !filepath.IsLocal(font.Name) {
		return errors.New("outside")
	}
	out, err := os.Create(filepath.Join(folder, font.Name))
	if err != nil {
		return err
	}
	defer out.Close()
	_, err = io.CopyN(out, content, 1<<20)
	if errors.Is(err, io.EOF) {
		return nil
	}
	return err
}

func addFonts(ctx context.Context, request mcp.CallToolRequest) (*mcp.CallToolResult, error) {
	packed := strings.NewReader(request.GetString("fonts", ""))
	fonts := tar.NewReader(base64.NewDecoder(base64.StdEncoding, packed))
	for {
		font, err := fonts.Next()
		if errors.Is(err, io.EOF) {
			return mcp.NewToolResultText("added"), nil
		}
		if err != nil {
			return nil, err
		}
		if err := keep(font, fonts); err != nil {
			return nil, err
		}
	}
}

func main() {
	s := server.NewMCPServer("fonts", "0.2.0")
	s.AddTool(mcp.NewTool("add_fonts", mcp.WithDescription("Adds the fonts of an archive"), mcp.WithString("fonts", mcp.Required())), addFonts)
	if err := server.ServeStdio(s); err != nil {
		log.Fatal(err)
	}
}
