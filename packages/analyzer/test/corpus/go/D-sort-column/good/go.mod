module tuchfabrik.example/stock

go 1.25

require (
	github.com/lib/pq v1.10.9
	github.com/modelcontextprotocol/go-sdk v1.4.0
)
