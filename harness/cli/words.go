package cli

import (
	"fmt"
	"strings"

	"github.com/spf13/cobra"

	"gridjudge/harness/judge"
	"gridjudge/harness/report"
	"gridjudge/harness/results"
)

// glossary explains the words of tables and messages, except the verdicts.
var glossary = []struct{ word, meaning string }{
	{"problem", "a problem of an online judge: grid size, file layouts, limits"},
	{"test set, set", "a list of cases of one problem with one time limit"},
	{"case", "one puzzle, with its answer or number of solutions if they are known"},
	{"cell", "one place of a grid"},
	{"solver", "a built-in contestant, written in Go. One that takes matrices alone can also solve grids, as exact cover problems, but does so only if --solver names it"},
	{"program", "an external contestant: any command that reads puzzles and writes answers"},
	{"variant", "a solver that takes part only if --solver names it"},
	{"contestant", "a solver or a program"},
	{"benchmark", "one contestant on one test set"},
	{"pass", "every case of a set once"},
	{"sample", "one measurement of a benchmark: as many passes as fill --time, or one pass of a program. The pass that bench judges before it measures does not count as a sample"},
	{"round", "one sample of every benchmark (compare and calibrate: two); each pair of rounds has a new random order and its opposite"},
	{"run", "a folder that bench, judge --out, compare, calibrate or merge made"},
	{"shard", "every Nth test set of a run, with all its contestants"},
	{"nodes", "calls of the search function"},
	{"counter", "nodes, updates, or whatever else a program counts and reports (gridjudge help counters)"},
	{"updates", "changes of links, or digits placed, during the search"},
	{"total", "time of one pass; for a solver the time of solving alone. > 2 s: the judge ended the pass after that time, or did not run all cases, so a whole pass takes longer (the same sign stands at cpu and p99)"},
	{"cpu", "user + system time of a whole process, start included"},
	{"start", "cpu time of a process that gets no case, the median of six. If it is more than half of a time, a ratio would compare starts, so there is none, and the rank is -, with one exception: if the times of two programs differ by more than their starts can explain, the faster one ranks before the slower one"},
	{"peak", "largest resident memory of a process; > 3 MiB: the judge ended it, so nobody knows; the launcher that starts it has about 3 MB, so no less can be measured"},
	{"p50, p99", "the time that 50 %, 99 % of the cases do not exceed, each timed by itself; none of a solver that takes many at once"},
	{"ratio", "judge: time / best time on the same set (solvers with solvers, programs with programs), of 6 repeats or more the median of this ratio in each repeat; table: value / value of --baseline"},
	{"margin", "time limit over time used. If each case has a limit, too (on Luogu, or --limits case=), the smaller one of two: limit of all over time of all, limit of a case over the slowest case. Below 1 is TLE; < 0.50x: it was ended, so the time is not known"},
	{"rank 1-2", "first or second: the measurements do not decide between the two ranks. More cases solved rank first, then the smaller PAR2. Rank -: no case was solved, or the time is mostly the start of the process (see start). In the CSV of table, best_rank and worst_rank are of the problem. A row of judge has a rank on its set, if the program is accepted there and other programs were judged, too"},
	{"PAR2", results.PAR2Meaning},
	{"±3 %", "95 % interval of the median; ±∞: with fewer than 6 samples the interval is infinite"},
	{"geomean", "geometric mean"},
	{"control", "a contestant that two runs measured. If it took the same time in both, within 2 %, times of the two runs are compared"},
	{"virtual best", "an imagined solver: on each case it has the least time of all solvers"},
	{"dlx [2]", "dlx in some of the runs; the lines that begin with [2], below the table, name these runs: they have one verb, one machine, one build and the same cases"},
	{"change", "new time / old time - 1, with an interval of at least 95 % confidence"},
	{"not shown to differ", "the interval of the change includes no change at all; its ends say what is not excluded"},
	{"may be negligible", "the interval of the change excludes 0, but reaches into the allowed change, and the estimate is an improvement, or is within the allowed change or the noise floor"},
	{"inconclusive", "the same, but the estimate is a slowdown beyond the allowed change and the noise floor; or a change that is not significant; or fewer than six samples (harness/compare/README.md lists all cases)"},
	{"noise of one build", "both runs are of one build: a change of a solver's time says nothing about it"},
	{"step", "a regression or an improvement since the latest comparable recorded run"},
	{"q", "p-value after the correction of Benjamini and Hochberg for many comparisons"},
	{"noise floor", "the change that 95 % of the comparisons of a build with itself stay below; tables call it floor"},
	{"certified", "a certified number of solutions was proven when the set was made"},
}

// topic returns a help topic whose text is in a file: gridjudge help NAME.
func topic(name, short string) *cobra.Command {
	return &cobra.Command{Use: name, Short: short, Long: helpText(name)}
}

// wordsTopic returns the help topic that explains the words: gridjudge help words.
func wordsTopic() *cobra.Command {
	var b strings.Builder
	b.WriteString("The words of tables and messages:\n\n")
	define := func(word, meaning string) {
		b.WriteString(report.Wrap(fmt.Sprintf("  %-18s %s", word, meaning), 80, strings.Repeat(" ", 21)) + "\n")
	}
	for _, g := range glossary {
		define(g.word, g.meaning)
	}
	b.WriteString("\nThe verdicts, in ascending precedence:\n\n")
	for _, v := range judge.Verdicts() {
		define(v.String(), v.Long())
	}
	return &cobra.Command{Use: "words", Short: "The words and abbreviations of tables and messages", Long: strings.TrimRight(b.String(), "\n")}
}
