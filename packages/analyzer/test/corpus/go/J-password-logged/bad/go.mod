module tuchfabrik.example/scanner

go 1.25

require (
	github.com/modelcontextprotocol/go-sdk v1.4.0
	golang.org/x/crypto v0.45.0
)
