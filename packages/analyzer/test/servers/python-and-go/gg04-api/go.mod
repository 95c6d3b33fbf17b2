module example.com/ghmcp

go 1.22
