package solverstest

import (
	"fmt"
	"runtime/debug"

	"gridjudge/solvers"
)

// located is the panic of a contestant, with the case, the limits and the stack.
type located struct{ error }

// locate is deferred around a call of a contestant, while the stack shows where in it the panic was.
func locate[P any](c *Case[P], limits solvers.Limits) {
	if p := recover(); p != nil {
		panic(located{in(c, limits, panicked(p))})
	}
}

func panicked(p any) error { return fmt.Errorf("panic: %v\n%s", p, debug.Stack()) }

// caught returns the error of f, or its panic.
func caught(f func() error) (err error) {
	defer func() {
		switch p := recover().(type) {
		case nil:
		case located:
			err = p
		default: // outside of a call, as where a contestant is made
			err = panicked(p)
		}
	}()
	return f()
}
