module github.com/oakpost/hookrelay

go 1.24

require github.com/mark3labs/mcp-go v0.43.2
