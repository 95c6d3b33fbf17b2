module github.com/viaduct-dev/trainboard

go 1.24
