module github.com/slowriver/gzlens

go 1.24

require github.com/metoro-io/mcp-golang v0.16.0
