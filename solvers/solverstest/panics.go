package solverstest

import (
	"fmt"
	"runtime/debug"

	"gridjudge/solvers"
)

// located is a panic of a contestant, with the case, the limits and the stack.
type located struct{ error }

// locate must be deferred by the function that calls a contestant. If the contestant panics, the
// stack still shows where in the contestant that was.
func locate[P any](c *Case[P], limits solvers.Limits) {
	if p := recover(); p != nil {
		panic(located{in(c, limits, panicked(p))})
	}
}

func panicked(p any) error { return fmt.Errorf("panic: %v\n%s", p, debug.Stack()) }

// caught calls f and returns its error, or its panic as an error.
func caught(f func() error) (err error) {
	defer func() {
		switch p := recover().(type) {
		case nil:
		case located:
			err = p
		default: // not in a call, for example where a contestant is made
			err = panicked(p)
		}
	}()
	return f()
}
