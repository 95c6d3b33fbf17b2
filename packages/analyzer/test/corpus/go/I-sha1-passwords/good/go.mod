module tuchfabrik.example/visitors

go 1.25

require (
	github.com/mark3labs/mcp-go v0.41.1
	github.com/mattn/go-sqlite3 v1.14.32
	golang.org/x/crypto v0.45.0
)
