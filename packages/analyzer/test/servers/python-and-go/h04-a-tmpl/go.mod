module example.com/h4

go 1.22
