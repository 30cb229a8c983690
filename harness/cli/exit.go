package cli

import (
	"cmp"
	"errors"
	"fmt"
	"io"
	"io/fs"
	"slices"
	"syscall"
	_ "unsafe" // for go:linkname
)

// panicOnExit0 decides what a call of os.Exit(0) does from now on. After panicOnExit0(true), os.Exit(0) panics. After
// panicOnExit0(false), it ends the process as usual. It has to panic while a verb runs, because a built-in solver might
// call os.Exit(0): gridjudge would then end with status 0, as if the solver had been judged and accepted.
//
// The linked function SetPanicOnExit0 is internal to the standard library, which uses it in tests. Its comment says
// that nobody may remove it or change its type.
//
//go:linkname panicOnExit0 internal/testlog.SetPanicOnExit0
func panicOnExit0(panics bool)

// The exit statuses.
const (
	exitFine         = 0
	exitUnexpected   = 1   // the verb found a fault, such as a regression or a verdict that is not AC
	exitUsage        = 2   // wrong usage or bad input
	exitInternal     = 3   // the judge itself failed
	exitInconclusive = 4   // too much noise, too few samples, an exhausted budget
	exitInterrupted  = 130 // interrupted; finished work is kept
)

// statusError ends the program with a status. err is printed on standard error, unless it is nil because the verb has
// already printed its findings.
type statusError struct {
	code int
	err  error
}

func (e *statusError) Error() string {
	if e.err == nil {
		return fmt.Sprintf("exit status %d", e.code)
	}
	return e.err.Error()
}

func (e *statusError) Unwrap() error { return e.err }

// usageError returns an error that the user made in flags, names or files.
func usageError(format string, args ...any) error {
	return &statusError{exitUsage, fmt.Errorf(format, args...)}
}

// internalError returns an internal error: a failure of the judge, or of the machine, such as a full disk.
func internalError(format string, args ...any) error {
	return &statusError{exitInternal, fmt.Errorf(format, args...)}
}

// unwritable are the errors that show that this user cannot write anything at a path. Other errors, such as a full
// disk, are not the fault of the path.
var unwritable = []error{
	fs.ErrNotExist, fs.ErrExist, fs.ErrPermission, syscall.EROFS, syscall.ENOTDIR, syscall.EISDIR, syscall.ENAMETOOLONG, syscall.ELOOP,
}

// outputError returns the error of writing to a path that a flag names. If nothing can be written there, it is the
// user's error, otherwise an internal error.
func outputError(flag string, err error) error {
	switch {
	case err == nil:
		return nil
	case slices.ContainsFunc(unwritable, func(target error) bool { return errors.Is(err, target) }):
		return usageError("--%s: %w", flag, err)
	}
	return internalError("--%s: %w", flag, err)
}

// unwritten returns an internal error if writing something has failed.
func unwritten(what string, err error) error {
	if err == nil {
		return nil
	}
	return internalError("cannot write the %s: %w", what, err)
}

// unexpected ends the program with status 1, after the findings have been printed.
func unexpected() error { return &statusError{exitUnexpected, nil} }

// checkedWriter keeps the first error of writing. cobra writes help texts, versions and completions to it, and drops
// such an error or returns it as an error of usage.
type checkedWriter struct {
	out io.Writer
	err error
}

func (w *checkedWriter) Write(p []byte) (int, error) {
	n, err := w.out.Write(p)
	w.err = cmp.Or(w.err, err)
	return n, err
}
