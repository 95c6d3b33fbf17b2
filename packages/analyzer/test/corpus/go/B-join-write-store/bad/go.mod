module tuchfabrik.example/drafts

go 1.25

require github.com/modelcontextprotocol/go-sdk v1.4.0
