// Command unitsmith is an MCP server that converts units.
package main

import (
	"fmt"
	"os"

	"github.com/lathe-and-co/unitsmith/internal/catalog"
	"github.com/lathe-and-co/unitsmith/internal/wire"
)

func main() {
	loop := wire.Loop{Name: "unitsmith", Version: "2.1.0", Catalog: catalog.New()}
	if err := loop.Run(os.Stdin, os.Stdout); err != nil {
		fmt.Fprintln(os.Stderr, "unitsmith:", err)
		os.Exit(1)
	}
}
