module github.com/marrowfield/issuebrief

go 1.24

require github.com/modelcontextprotocol/go-sdk v1.1.0
