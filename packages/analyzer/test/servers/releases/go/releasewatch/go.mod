module example.org/releasewatch

go 1.24

require github.com/modelcontextprotocol/go-sdk v1.4.1
