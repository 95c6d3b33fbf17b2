module example.org/b-suffix-of-the-name

go 1.23

require github.com/mark3labs/mcp-go v0.32.0
