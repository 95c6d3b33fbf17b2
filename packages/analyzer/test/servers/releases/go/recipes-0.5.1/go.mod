module example.org/recipes

go 1.24

require (
	github.com/mark3labs/mcp-go v0.43.2
	modernc.org/sqlite v1.40.1
)
