package results

import (
	"fmt"
	"strconv"
	"strings"

	"gridjudge/harness/judge"
)

// Rejection says why a benchmark is not timed. The zero value means that the benchmark
// is timed. The text form is "VERDICT: REASON", or "VERDICT: case N: REASON", on one
// line.
type Rejection struct {
	Verdict judge.Verdict
	Case    int // the case that failed, from 1; 0 if the failure is of no single case
	Reason  string
}

// IsZero reports whether the benchmark is timed.
func (r Rejection) IsZero() bool { return r == Rejection{} }

func (r Rejection) String() string {
	reason := strings.ReplaceAll(r.Reason, "\n", "; ")
	switch {
	case r.IsZero():
		return ""
	case r.Case > 0:
		return fmt.Sprintf("%s: case %d: %s", r.Verdict, r.Case, reason)
	}
	return fmt.Sprintf("%s: %s", r.Verdict, reason)
}

// Error returns the text form. So a Rejection is also the error that a Sampler returns if the
// contestant fails while it is timed.
func (r *Rejection) Error() string { return r.String() }

// MarshalText writes the text form.
func (r Rejection) MarshalText() ([]byte, error) { return []byte(r.String()), nil }

// UnmarshalText reads the text form. Text without a verdict becomes the reason: older
// builds of gridjudge, which compare measures, may send such text.
func (r *Rejection) UnmarshalText(text []byte) error {
	*r = Rejection{}
	name, reason, ok := strings.Cut(string(text), ": ")
	verdict, err := judge.ParseVerdict(name)
	if !ok || err != nil {
		r.Reason = string(text)
		return nil
	}
	r.Verdict, r.Reason = verdict, reason
	if after, ok := strings.CutPrefix(reason, "case "); ok {
		number, rest, ok := strings.Cut(after, ": ")
		if n, err := strconv.Atoi(number); ok && err == nil && n > 0 {
			r.Case, r.Reason = n, rest
		}
	}
	return nil
}
