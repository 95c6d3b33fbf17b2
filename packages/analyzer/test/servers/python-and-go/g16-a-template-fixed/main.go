package main

import (
	"log"

	"github.com/mark3labs/mcp-go/server"

	"example.com/sshrun/tools"
)

func main() {
	s := server.NewMCPServer("disk", "1.0.0")
	tools.Register(s, tools.DiskUsage{})
	if err := server.ServeStdio(s); err != nil {
		log.Fatal(err)
	}
}
