module example.com/people

go 1.22

require (
	github.com/mark3labs/mcp-go v0.32.0
	gorm.io/gorm v1.25.7
)
