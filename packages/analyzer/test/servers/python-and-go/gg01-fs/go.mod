module example.com/safefs

go 1.24

require github.com/mark3labs/mcp-go v0.32.0
