package judge

import (
	"strings"

	"gridjudge/harness/report"
)

// Slowest lays out the n slowest cases of each result, the slowest first.
func (b *Scoreboard) Slowest(n int) *report.Table {
	t := &report.Table{Columns: []report.Column{
		{Name: "set", Group: true},
		{Name: "solver"},
		{Name: "case"},
		{Name: "verdict"},
		{Name: "time_ns", Head: "time"},
		{Name: "share", Head: "of total", Drop: 2},
		{Name: "nodes", Drop: 1, Data: !b.hasSolvers()},
	}}
	untimed := map[string][]string{} // by the reason
	var reasons []string
	for _, r := range b.Results() {
		cases := r.slowestCases(n)
		if len(cases) == 0 {
			why := r.untimed()
			if untimed[why] == nil {
				reasons = append(reasons, why)
			}
			untimed[why] = append(untimed[why], r.Solver+" on "+r.Set.Name)
			continue
		}
		for i := range cases {
			c := &cases[i]
			nodes := report.Count(c.Nodes)
			if r.isProgram() {
				nodes = report.None()
			}
			t.Add(report.String(r.Set.Name), report.String(r.Solver), report.String(r.caseName(c)), report.String(c.Verdict.String()),
				report.Time(c.Time), report.Share(float64(c.Time)/float64(max(r.Total, 1))), nodes)
		}
	}
	for _, why := range reasons {
		t.Notef("%s: %s", strings.Join(untimed[why], ", "), why)
	}
	if b.hasPrograms() {
		t.Notef("The time of a program is the cpu time of its process for the case, start included.")
	}
	t.Notef("gridjudge explain shows one case.")
	return t
}

// untimed says why a result has no times of single cases.
func (s *SetResult) untimed() string {
	switch {
	case s.Machines != nil:
		return "several machines judged the cases, and their times do not compare."
	case s.Verdict == JudgeError || s.Verdict == CompileError:
		return s.Verdict.String() + ", no case was run."
	case s.isProgram():
		return "one process for all cases, so single cases have no times; add --per-case."
	}
	return "all cases in one call, so single cases have no times."
}
