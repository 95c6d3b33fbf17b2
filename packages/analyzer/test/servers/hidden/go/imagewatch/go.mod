module github.com/portside-tools/imagewatch

go 1.24
