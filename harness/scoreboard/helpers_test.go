package scoreboard

import (
	"slices"
	"strings"
	"testing"
	"time"

	"github.com/stretchr/testify/require"

	"gridjudge/corpus/cases"
	"gridjudge/harness/judge"
	"gridjudge/harness/report"
	"gridjudge/harness/results"
)

// accepted returns the result of a solver that passed the one case of a set in this time.
func accepted(set, solver string, d time.Duration) *results.Result {
	return &results.Result{
		Benchmark: results.Benchmark{Set: set, Solver: solver},
		Outcome: judge.Outcome{
			Verdict: judge.Accepted, Limits: judge.Limits{Time: time.Second}, Cases: 1, Passed: 1, Time: d,
			Tally: judge.Tally{judge.Accepted: 1},
		},
	}
}

// rejected returns a result with a wrong answer to case n.
func rejected(set, solver string, n, passed, all int, reason string) *results.Result {
	r := accepted(set, solver, time.Second)
	r.Verdict, r.Failed, r.Passed, r.Cases = judge.WrongAnswer, n, passed, all
	r.Facts = judge.Facts{Ran: true, Finding: cases.Finding{Match: cases.Wrong, Reason: reason}}
	r.Tally = judge.Tally{judge.Accepted: passed, judge.WrongAnswer: all - passed}
	return r
}

// repeated returns the result of an accepted program whose repeats took these cpu times, in milliseconds.
func repeated(set, name string, ms ...int) *results.Result {
	r := accepted(set, name, time.Duration(ms[0])*time.Millisecond)
	r.Process = true
	for i, n := range ms {
		r.Samples = append(r.Samples, &results.Sample{Round: i, Passes: 1, CPU: time.Duration(n) * time.Millisecond})
	}
	return r
}

// rendered returns a table in a format.
func rendered(t *testing.T, table *report.Table, format report.Format, width int) string {
	var out strings.Builder
	require.NoError(t, table.Render(&out, format, report.Style{Width: width}))
	return out.String()
}

// below returns the lines below a table, without the legend.
func below(table *report.Table) string {
	return strings.Join(slices.Concat(table.Notes, table.Closing), "\n")
}
