package scoreboard

import (
	"cmp"
	"fmt"
	"strings"

	"gridjudge/harness/judge"
	"gridjudge/harness/report"
	"gridjudge/harness/results"
	"gridjudge/harness/stats"
)

type (
	field = report.Field[*row]
	col   = report.Column
	cell  = report.Cell
)

// The columns that are in more than one layout.
var (
	verdict     = field{Column: col{Name: "verdict"}, Cell: func(r *row) cell { return r.verdict }}
	passedCases = field{Column: col{Name: "passed"}, Cell: func(r *row) cell { return cell{Value: r.Passed, Text: passed(r.Result, "/")} }}
	solving     = field{Column: col{Name: "total_ns", Head: "total", Meaning: "wall time of solving alone"}, Cell: timeOfKind(false)}
	processing  = field{Column: col{Name: "cpu_ns", Head: "cpu", Meaning: "user + system time, start included"}, Cell: timeOfKind(true)}
	margin      = field{Column: col{Name: "margin", Drop: 7, Meaning: "limit / time"}, Cell: func(r *row) cell { return r.margin }}
	nodes       = field{Column: col{Name: "nodes", Drop: 1, Meaning: "search calls"}, Cell: counter(judge.CounterNodes)}
)

// counter returns the function of a column for a counter.
func counter(name string) func(*row) cell { return func(r *row) cell { return r.count(name) } }

// timeOfKind returns the function of a column that has times of programs only (process), or of built-in solvers only.
func timeOfKind(process bool) func(*row) cell {
	return func(r *row) (c cell) {
		if r.Process == process {
			c = r.time.cell
		}
		return c
	}
}

// Verdicts lays results out, one row for each set and contestant. The first columns have a fixed order, so that
// software can read the CSV by position.
func (b *Board) Verdicts() *report.Table {
	t := b.table()
	t.Closing = b.notes(len(b.rows), false)
	return t
}

// table returns the table without its notes.
func (b *Board) table() *report.Table {
	once := !b.repeated()
	fields := []field{
		{Column: col{Name: "set", Group: true}, Cell: func(r *row) cell { return report.String(r.Set) }},
		{Column: col{Name: "solver"}, Cell: func(r *row) cell { return report.String(r.Solver) }},
		verdict,
		passedCases,
		{Column: col{Name: "cases", Data: true}, Cell: func(r *row) cell { return report.Count(r.Cases) }},
		solving,
		{Column: col{Name: "median_ns", Head: "median", Drop: 3}, Cell: func(r *row) cell { return r.median.cell }},
		{Column: col{Name: "p99_ns", Head: "p99", Drop: 5,
			Meaning: "99 % of the cases of one pass take no longer (interrupts included; with --slowest, a solver solves its slowest cases again)"},
			Cell: func(r *row) cell { return r.p99.cell }},
		{Column: col{Name: "max_ns", Head: "max", Drop: 4}, Cell: func(r *row) cell { return r.max.cell }},
		nodes,
		{Column: col{Name: "updates", Drop: 6, Meaning: "changes of links, or digits placed"},
			Cell: counter(judge.CounterUpdates)},
		processing,
		{Column: col{Name: "cpu_min_ns", Head: "least", Drop: 9, Data: once}, Cell: func(r *row) cell { return r.least }},
		{Column: col{Name: "cpu_max_ns", Head: "greatest", Drop: 8, Data: once}, Cell: func(r *row) cell { return r.most }},
		{Column: col{Name: "peak_rss_bytes", Head: "peak"}, Cell: func(r *row) cell { return r.peak.cell }},
		{Column: col{Name: "end", Drop: 2}, Cell: func(r *row) cell { return r.end }},
		{Column: col{Name: "ratio", Meaning: "time / best time" + b.ratioOfRepeats()}, Cell: func(r *row) cell { return r.ratio }},
		{Column: col{Name: "limit_ns", Data: true}, Cell: func(r *row) cell { return r.limit }},
		margin,
		{Column: col{Name: "par2_ns", Data: true}, Cell: func(r *row) cell { return r.par2.cell }},
		{Column: col{Name: "failed_case", Data: true}, Cell: func(r *row) cell { return r.failed }},
		{Column: col{Name: "reason", Data: true}, Cell: func(r *row) cell { return r.reason }},
		{Column: col{Name: "unprotected", Data: true}, Cell: func(r *row) cell { return r.unprotected }},
		{Column: col{Name: "cpu_low_ns", Data: true}, Cell: func(r *row) cell { return r.low }},
		{Column: col{Name: "cpu_high_ns", Data: true}, Cell: func(r *row) cell { return r.high }},
		{Column: col{Name: "rank"}, Cell: func(r *row) cell { return r.rank }},
		{Column: col{Name: "par2_bound", Data: true}, Cell: func(r *row) cell { return r.par2.sign }},
		{Column: col{Name: "time_bound", Data: true}, Cell: func(r *row) cell { return r.time.sign }},
		{Column: col{Name: "median_bound", Data: true}, Cell: func(r *row) cell { return r.median.sign }},
		{Column: col{Name: "p99_bound", Data: true}, Cell: func(r *row) cell { return r.p99.sign }},
		{Column: col{Name: "max_bound", Data: true}, Cell: func(r *row) cell { return r.max.sign }},
		{Column: col{Name: "peak_bound", Data: true}, Cell: func(r *row) cell { return r.peak.sign }},
	}
	if b.has((*row).disturbed) {
		fields = append(fields, field{Column: col{Name: "jobs", Data: true}, Cell: func(r *row) cell { return report.Count(max(r.Jobs, 1)) }})
	}
	if results.Searched(b.results()) {
		fields = append(fields, field{Column: col{Name: "solutions", Data: true}, Cell: func(r *row) cell { return results.UpTo(r.Solutions) }})
	}
	// An optional column is shown if some row has a text in it.
	optional := func(name string, text func(*row) string) {
		if b.has(func(r *row) bool { return text(r) != "" }) {
			fields = append(fields, field{Column: col{Name: name, Data: true}, Cell: func(r *row) (c cell) {
				if t := text(r); t != "" {
					c = report.String(t)
				}
				return c
			}})
		}
	}
	optional("format", func(r *row) string { return r.Format })
	optional("repeats", func(r *row) string {
		if !r.Unstable {
			return ""
		}
		return cmp.Or(r.Repeats.String(), "differ") // earlier versions did not record how often each verdict came
	})
	optional("limits", func(*row) string { return b.limits() })
	for _, name := range results.CounterNames(b.results()...) {
		if name != judge.CounterNodes && name != judge.CounterUpdates {
			fields = append(fields, field{Column: col{Name: results.CounterUnit(name), Head: name, Drop: 6, Meaning: "a counter of the program's own"}, Cell: counter(name)})
		}
	}
	return report.Of(b.rows, fields...)
}

// repeated reports whether a program was run several times on a set.
func (b *Board) repeated() bool {
	return b.has(func(r *row) bool { return r.Process && len(r.Samples) > 1 })
}

// ratioOfRepeats says how the ratio follows from several repeats. It returns "" if each program was run once.
func (b *Board) ratioOfRepeats() string {
	if !b.repeated() {
		return ""
	}
	return fmt.Sprintf("; with %d repeats or more, the median of this ratio in each repeat", stats.MinSamples)
}

// perSet lays out the rows of one contestant, one for each set. A program also has the ratio to the reference on the
// same set.
func (b *Board) perSet(rows []*row) *report.Table {
	oneProblem := true
	for _, r := range rows {
		oneProblem = oneProblem && r.Problem() == rows[0].Problem()
	}
	set := func(r *row) cell {
		if oneProblem {
			return report.String(strings.TrimPrefix(r.Set, r.Problem()+"/"))
		}
		return report.String(r.Set)
	}
	var references []string
	ratio := func(r *row) (c cell) {
		for _, other := range b.rows {
			if other.Set == r.Set && other.Solver != r.Solver && other.Accepted() && r.Accepted() {
				c = r.ratioTo(other.Result)
				references = results.With(references, other.Solver)
			}
		}
		return c
	}
	margin := margin
	margin.Drop = 0
	t := report.Of(rows, field{Column: col{Name: "set"}, Cell: set}, verdict, passedCases, solving, processing, margin, field{Column: col{Name: "ratio"}, Cell: ratio}, nodes)
	for i := range t.Columns {
		if c := &t.Columns[i]; c.Name == "ratio" {
			names := strings.Join(references, ", ")
			c.Head, c.Meaning = "/ "+names, "time / time of "+names+b.ratioOfRepeats()
		}
	}
	return t
}
