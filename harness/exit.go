package harness

import "fmt"

// The exit statuses.
const (
	exitFine         = 0
	exitUnexpected   = 1   // a regression, a verdict that was not expected, an answer that is not right
	exitUsage        = 2   // usage or bad input
	exitFault        = 3   // the judge itself failed
	exitInconclusive = 4   // too noisy, too few samples, a budget that ran out
	exitInterrupted  = 130 // interrupted; what was finished is kept
)

// statusError ends the program with a status; err, where not nil, goes to
// stderr. A verb whose findings are already on stdout returns one without.
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

// usageError is a fault in what the user gave: flags, names, files.
func usageError(format string, args ...any) error {
	return &statusError{exitUsage, fmt.Errorf(format, args...)}
}

// faultError is a fault of the judge or of the machine: no space, no access.
func faultError(format string, args ...any) error {
	return &statusError{exitFault, fmt.Errorf(format, args...)}
}

// unexpected is the status of findings that have been reported already.
func unexpected() error { return &statusError{exitUnexpected, nil} }
