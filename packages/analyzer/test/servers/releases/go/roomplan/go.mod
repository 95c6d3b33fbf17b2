module example.org/roomplan

go 1.25

require (
	github.com/jackc/pgx/v5 v5.7.6
	github.com/modelcontextprotocol/go-sdk v1.4.1
)
