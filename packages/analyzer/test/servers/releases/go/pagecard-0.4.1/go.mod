module example.org/pagecard

go 1.24

require (
	github.com/mark3labs/mcp-go v0.43.2
	golang.org/x/net v0.48.0
)
