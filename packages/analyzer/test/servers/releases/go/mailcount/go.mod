module example.org/mailcount

go 1.24

require (
	github.com/modelcontextprotocol/go-sdk v1.4.1
	golang.org/x/oauth2 v0.34.0
)
