module github.com/bethink-dev/bethink

go 1.26
