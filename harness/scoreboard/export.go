package scoreboard

import (
	"encoding/xml"
	"fmt"
	"io"
	"slices"
	"strconv"

	"gridjudge/harness/judge"
	"gridjudge/harness/ranking"
	"gridjudge/harness/report"
	"gridjudge/harness/results"
	"gridjudge/harness/stats"
)

// Long lays out runs for other software (CSV and JSON), with one row for each set, solver, class of runs and unit. A
// benchmark that was not timed has a row without a value. The first columns are the keys, such as set and solver. These
// columns follow:
//   - run names the runs from which the samples of the row come.
//   - unit is the unit of the value. For the time of a program it is cpu-ns/op, because tables show processor times of
//     programs.
//   - value is a median. low and high are the bounds of its 95 % interval, and empty if a bound is infinite.
//   - process is true if the samples are times of whole processes, which must not be compared with times of solving
//     alone.
//   - best_rank and worst_rank are the ranks of the solver on the problem, over the sets that all solvers have. A row
//     in ns/op shows the rank by wall time, and a row in cpu-ns/op the rank by processor time. In other units both are
//     empty. They are also empty if most of the time is the start of processes.
//   - solutions is only there if --solutions was given. It is the number of solutions at which searches stopped.
//   - limits is only there if --limits was given. It repeats the value of the flag.
func Long(runs []*results.Run, opts TableOptions) (*report.Table, error) {
	byUnit, err := grids(runs, opts)
	if err != nil {
		return nil, err
	}
	g := byUnit[opts.Units[0]]
	t := &report.Table{Columns: append(keyColumns(g.rows[0]), keyColumns(g.columns[0].key)...)}
	for _, name := range []string{
		"run", "unit", "value", "low", "high", "n", "solved", "cases", "process", "best_rank", "worst_rank",
	} {
		t.Columns = append(t.Columns, report.Column{Name: name})
	}
	searched := slices.ContainsFunc(runs, func(run *results.Run) bool { return results.Searched(run.Results) })
	if searched {
		t.Columns = append(t.Columns, report.Column{Name: "solutions"})
	}
	limited := slices.ContainsFunc(runs, func(run *results.Run) bool { return run.Request().Limits != results.Limits{} })
	if limited {
		t.Columns = append(t.Columns, report.Column{Name: "limits"})
	}
	for _, row := range g.rows {
		for i := range g.columns { // all grids have the same columns
			for _, unit := range opts.Units {
				named := g.columns[i].unitOf(unit)
				if named != unit && slices.Contains(opts.Units, named) { // that unit has the row
					continue
				}
				c := byUnit[unit].columns[i]
				pool := c.On[row.StringValues()]
				// A benchmark that was timed, but not in this unit, has no row.
				if pool != nil && (len(pool.Values(unit)) > 0 || pool.Solved() < pool.Cases()) {
					key := append(keyCells(row), keyCells(c.key)...)
					key = append(key, report.String(pool.Label()), report.String(named))
					if key = append(key, longCells(c, pool, unit, byUnit[unit].clock)...); searched {
						key = append(key, results.UpTo(pool.Results[0].Solutions))
					}
					if limited {
						key = append(key, report.String(pool.Runs[0].Request().Limits.String()))
					}
					t.Add(key...)
				}
			}
		}
	}
	return t, nil
}

// unitOf names the unit of the values that a column lists for the given unit. The two differ in one case: for programs,
// ns/op stands for processor time.
func (c *column) unitOf(unit string) string {
	if unit == results.UnitWall && c.group.Process && !c.lacksCPU() {
		return results.UnitCPU
	}
	return unit
}

// longCells returns the cells after the keys, run and unit.
func longCells(c *column, p *ranking.Pool, unit, clock string) []report.Cell {
	var value, low, high, solved, cases, best, worst report.Cell
	of := p.Values(unit)
	if len(of) > 0 {
		m := stats.Median(of)
		value = rounded(m.Center)
		if m.Finite() {
			low, high = rounded(m.Lo), rounded(m.Hi)
		}
	}
	if c.group.Ranked(c.Entrant) && unit == clock { // as in tables
		best, worst = report.Count(c.Best), report.Count(c.Worst)
	}
	if p.Cases() > 0 { // a file of go test -bench need not say it
		solved, cases = report.Count(p.Solved()), report.Count(p.Cases())
	}
	return []report.Cell{value, low, high, report.Count(len(of)), solved, cases, {Value: p.Results[0].Process}, best, worst}
}

// rounded returns a cell with 12 significant digits. This removes rounding errors, because runs hold fewer digits.
func rounded(v float64) report.Cell {
	v, _ = strconv.ParseFloat(strconv.FormatFloat(v, 'g', 12, 64), 64) // this does not fail: FormatFloat wrote it
	return report.Cell{Value: v}
}

// junit is the XML that build servers read as the result of tests. Its elements are the ones of Apache Ant's task
// junit.
type junit struct {
	XMLName xml.Name     `xml:"testsuites"`
	Suites  []junitSuite `xml:"testsuite"`
}

type junitSuite struct {
	Name     string      `xml:"name,attr"`
	Tests    int         `xml:"tests,attr"`
	Failures int         `xml:"failures,attr"`
	Errors   int         `xml:"errors,attr"`
	Time     string      `xml:"time,attr"`
	Cases    []junitCase `xml:"testcase"`
}

type junitCase struct {
	Class   string        `xml:"classname,attr"`
	Name    string        `xml:"name,attr"`
	Time    string        `xml:"time,attr"`
	Failure *junitProblem `xml:"failure,omitempty"`
	Error   *junitProblem `xml:"error,omitempty"`
	Output  string        `xml:"system-out,omitempty"`
}

type junitProblem struct {
	Type    string `xml:"type,attr"`
	Message string `xml:"message,attr"`
}

// WriteJUnit writes the rows as JUnit's XML: a suite per test set, a test per contestant. A verdict other than AC is
// a failure, and JE is an error. Package xml replaces characters that XML cannot hold.
func (b *Board) WriteJUnit(w io.Writer) error {
	var all junit
	var sum float64
	for i, w := range b.rows {
		r := w.Result
		if n := len(all.Suites); i == 0 || all.Suites[n-1].Name != r.Set {
			all.Suites = append(all.Suites, junitSuite{Name: r.Set})
			sum = 0
		}
		suite := &all.Suites[len(all.Suites)-1]
		sum += total(r).Seconds()
		test := junitCase{
			Class: r.Set, Name: r.Solver, Time: fmt.Sprintf("%.9f", total(r).Seconds()),
			Output: fmt.Sprintf("%s, %d of %d cases accepted", r.Verdict, r.Passed, r.Cases),
		}
		reason := test.Output
		if r.Solutions > 0 {
			test.Output += ", --solutions " + results.UpTo(r.Solutions).Text
		}
		if r.Format != "" {
			test.Output += ", in the format of " + r.Format
		}
		if limits := b.limits(); limits != "" {
			test.Output += ", --limits " + limits
		}
		if failed(r) {
			reason += ": " + caseName(r, r.Failed, r.Line) + ": " + r.Reason()
		}
		switch {
		case r.Verdict == judge.JudgeError:
			suite.Errors++
			test.Error = &junitProblem{r.Verdict.String(), reason}
		case !r.Accepted() && !r.Unasked:
			suite.Failures++
			test.Failure = &junitProblem{r.Verdict.String(), reason}
		}
		suite.Tests++
		suite.Time = fmt.Sprintf("%.9f", sum)
		suite.Cases = append(suite.Cases, test)
	}
	text, _ := xml.MarshalIndent(all, "", "  ") // XML can express all of these types
	_, err := fmt.Fprintf(w, "%s%s\n", xml.Header, text)
	return err
}
