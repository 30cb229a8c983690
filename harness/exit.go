package harness

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

// panicOnExit0 says whether os.Exit(0) panics, as it does in tests. While a verb runs, it does: a built-in solver that calls it
// would end the program with status 0, and nothing would be judged. Package testlog promises that this name stays.
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

// statusError ends the program with a status. err, unless nil, is printed on
// standard error; it is nil if the verb has already printed its findings.
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

// usageError returns an error in the flags, names or files that the user gave.
func usageError(format string, args ...any) error {
	return &statusError{exitUsage, fmt.Errorf(format, args...)}
}

// internalError returns an internal error: of the judge, or of the machine, such as a full disk.
func internalError(format string, args ...any) error {
	return &statusError{exitInternal, fmt.Errorf(format, args...)}
}

// unwritable are the errors of a path at which this user can write nothing. What else fails, such as a full disk, is no
// fault of the path.
var unwritable = []error{
	fs.ErrNotExist, fs.ErrExist, fs.ErrPermission, syscall.EROFS, syscall.ENOTDIR, syscall.EISDIR, syscall.ENAMETOOLONG, syscall.ELOOP,
}

// outputError returns the error of a flag that names what is written. It is the user's error if it cannot be there.
func outputError(flag string, err error) error {
	switch {
	case err == nil:
		return nil
	case slices.ContainsFunc(unwritable, func(target error) bool { return errors.Is(err, target) }):
		return usageError("--%s: %w", flag, err)
	}
	return internalError("--%s: %w", flag, err)
}

// unwritten returns the error of writing something, if there is one.
func unwritten(what string, err error) error {
	if err == nil {
		return nil
	}
	return internalError("cannot write the %s: %w", what, err)
}

// unexpected ends the program with status 1; the findings are printed already.
func unexpected() error { return &statusError{exitUnexpected, nil} }

// checkedWriter keeps the first error of writing: cobra, which writes help texts, versions and completions to it, drops the
// error or returns it as one of usage.
type checkedWriter struct {
	out io.Writer
	err error
}

func (w *checkedWriter) Write(p []byte) (int, error) {
	n, err := w.out.Write(p)
	w.err = cmp.Or(w.err, err)
	return n, err
}
