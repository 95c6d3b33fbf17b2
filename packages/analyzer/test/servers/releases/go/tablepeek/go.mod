module example.org/tablepeek

go 1.24

require (
	github.com/go-sql-driver/mysql v1.9.3
	github.com/modelcontextprotocol/go-sdk v1.4.1
)
