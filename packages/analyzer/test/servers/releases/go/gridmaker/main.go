// Command gridmaker draws plain PNG test cards.
package main

import (
	"bytes"
	"context"
	"encoding/base64"
	"image"
	"image/color"
	"image/png"
	"log"

	"github.com/mark3labs/mcp-go/mcp"
	"github.com/mark3labs/mcp-go/server"
)

type card struct {
	width, height, step int
}

func (c card) draw() ([]byte, error) {
	img := image.NewGray(image.Rect(0, 0, c.width, c.height))
	for y := 0; y < c.height; y++ {
		for x := 0; x < c.width; x++ {
			if x%c.step == 0 || y%c.step == 0 {
				img.SetGray(x, y, color.Gray{Y: 255})
			}
		}
	}
	var out bytes.Buffer
	if err := png.Encode(&out, img); err != nil {
		return nil, err
	}
	return out.Bytes(), nil
}

func handle(_ context.Context, req mcp.CallToolRequest) (*mcp.CallToolResult, error) {
	c := card{
		width:  req.GetInt("width", 640),
		height: req.GetInt("height", 480),
		step:   req.GetInt("step", 32),
	}
	if c.width < 1 || c.height < 1 || c.step < 2 {
		return mcp.NewToolResultError("width, height and step must be positive"), nil
	}
	data, err := c.draw()
	if err != nil {
		log.Printf("draw: %v", err)
		return mcp.NewToolResultError("the card could not be drawn"), nil
	}
	return mcp.NewToolResultImage("test card", base64.StdEncoding.EncodeToString(data), "image/png"), nil
}

func main() {
	s := server.NewMCPServer("gridmaker", "1.0.0")
	s.AddTool(mcp.NewTool("test_card",
		mcp.WithDescription("Draw a grid as a test card."),
		mcp.WithNumber("width"),
		mcp.WithNumber("height"),
		mcp.WithNumber("step"),
	), handle)
	if err := server.ServeStdio(s); err != nil {
		log.Fatal(err)
	}
}
