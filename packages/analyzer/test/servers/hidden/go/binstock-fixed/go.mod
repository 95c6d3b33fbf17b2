module github.com/tinplate-works/binstock

go 1.24

require (
	github.com/modelcontextprotocol/go-sdk v1.1.0
	modernc.org/sqlite v1.40.1
)
