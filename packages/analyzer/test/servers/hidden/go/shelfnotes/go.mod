module github.com/quietmargin/shelfnotes

go 1.25

require github.com/modelcontextprotocol/go-sdk v1.1.0
