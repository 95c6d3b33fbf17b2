module example.org/a-command-of-the-operator

go 1.23

require github.com/mark3labs/mcp-go v0.32.0
