module example.org/mailcount

go 1.24

require (
	github.com/modelcontextprotocol/go-sdk v1.4.1
	github.com/zalando/go-keyring v0.2.6
	golang.org/x/oauth2 v0.34.0
)
