module github.com/lathe-and-co/unitsmith

go 1.23
