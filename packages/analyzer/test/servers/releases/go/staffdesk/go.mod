module example.org/staffdesk

go 1.24

require (
	github.com/jackc/pgx/v5 v5.7.6
	github.com/mark3labs/mcp-go v0.43.2
)
