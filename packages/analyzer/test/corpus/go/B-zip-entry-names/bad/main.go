package main

import (
	"archive/zip"
	"bytes"
	"context"
	"encoding/base64"
	"fmt"
	"log"
	"os"

	"github.com/mark3labs/mcp-go/mcp"
	"github.com/mark3labs/mcp-go/server"
)

const maxUpload = 8 << 20

func main() {
	s := server.NewMCPServer("font-installer", "1.0.0")
	s.AddTool(mcp.NewTool("install_fonts",
		mcp.WithDescription("Install the fonts of a zip archive, replacing fonts of the same name"),
		mcp.WithDestructiveHintAnnotation(true),
		mcp.WithString("archive", mcp.Required(), mcp.Description("The archive in base64")),
	), installFonts)
	if err := server.ServeStdio(s); err != nil {
		log.Fatal(err)
	}
}

func installFonts(ctx context.Context, request mcp.CallToolRequest) (*mcp.CallToolResult, error) {
	encoded, ok := request.GetArguments()["archive"].(string)
	if !ok || len(encoded) > maxUpload {
		return mcp.NewToolResultError("the archive is missing or too large"), nil
	}
	data, err := base64.StdEncoding.DecodeString(encoded)
	if err != nil {
		return mcp.NewToolResultError("not base64"), nil
	}
	reader, err := zip.NewReader(bytes.NewReader(data), int64(len(data)))
	if err != nil {
		return mcp.NewToolResultError("not a zip archive"), nil
	}
	count, err := unpack(reader, os.Getenv("FONTS_DIR"))
	if err != nil {
		log.Printf("install_fonts: %v", err)
		return mcp.NewToolResultError("the fonts could not be installed"), nil
	}
	return mcp.NewToolResultText(fmt.Sprintf("%d fonts installed", count)), nil
}
