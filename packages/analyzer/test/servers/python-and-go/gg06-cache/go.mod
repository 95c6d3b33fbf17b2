module example.com/wx

go 1.22
