module example.com/sshrun

go 1.22
