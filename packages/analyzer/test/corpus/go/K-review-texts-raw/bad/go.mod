module tuchfabrik.example/reviews

go 1.25

require github.com/mark3labs/mcp-go v0.41.1
