// Command bethink plays worlds with agents that keep an explicit belief, and
// shows that belief to whoever asks. "bethink --help" lists what it does.
package main

import (
	"context"
	"os"
	"os/signal"
	"syscall"
)

func main() {
	ctx, stop := signal.NotifyContext(context.Background(), os.Interrupt, syscall.SIGTERM)
	go func() {
		<-ctx.Done()
		stop() // a second Ctrl-C ends at once
	}()
	os.Exit(execute(ctx, newConsole(os.Stdin, os.Stdout, os.Stderr), os.Args[1:]))
}
