package cli

import (
	"fmt"
	"strings"

	"github.com/spf13/cobra"

	"gridjudge/harness/judge"
	"gridjudge/harness/report"
	"gridjudge/harness/results"
)

// glossary explains the words of tables and messages, except the verdicts. It is grouped by the questions with which users
// come.
var glossary = []struct {
	question string
	words    []struct{ word, meaning string }
}{
	{"What is judged, and who takes part?", []struct{ word, meaning string }{
		{"problem", "a problem of an online judge. It says how large the grids are, how files are laid out, and which limits hold"},
		{"test set, set", "a list of cases of one problem, with one time limit"},
		{"case", "one puzzle or matrix, with its answer or number of solutions if they are known"},
		{"cell", "one place of a grid"},
		{"certified", "a number of solutions that was proven when the set was made"},
		{"solver", "a built-in contestant, written in Go. Some solvers for exact cover problems (see gridjudge list solvers) can also solve grids, as such problems, but they do so only if --solver names them"},
		{"program", "an external contestant: any command that reads puzzles and writes answers"},
		{"variant", "a solver that takes part only if --solver names it"},
		{"contestant", "a solver or a program"},
		{"benchmark", "one contestant on one test set"},
	}},
	{"What is measured?", []struct{ word, meaning string }{
		{"pass", "every case of a set once"},
		{"sample", "one measurement of a benchmark: as many passes as fill --time, or one pass of a program. The pass that bench judges before it measures is not a sample"},
		{"round", "one sample of every benchmark (in compare and calibrate: two). The order of a round is random, and the next round has the opposite order"},
		{"run", "a folder that bench, judge --out, compare, calibrate or merge made"},
		{"shard", "a part of a run: every Nth test set, with all its contestants"},
		{"nodes", "calls of the search function"},
		{"updates", "changes of links, or digits placed, during the search"},
		{"counter", "nodes, updates, or whatever else a program counts and reports (gridjudge help counters)"},
		{"total", "time of one pass. For a solver, this is the time of solving alone. \"> 2 s\" means that a whole pass takes longer than 2 s, because the judge ended it after that time, or did not run all cases. The same sign stands at cpu and p99"},
		{"cpu", "user and system time of a whole process, including its start"},
		{"start", "cpu time of a program that is given an input without cases (the median of six). A program that spends more than half of its time on its start gets no ratio, because a ratio would say little about its solver. It gets a rank only if its place does not depend on starts. For example, suppose that program A takes 2 s, and that program B takes 10 s, of which its start takes 6 s. Without starts, B still takes 4 s, so A is ahead"},
		{"peak", "largest resident memory of a process. \"> 3 MiB\" means that the judge ended the process, so the peak is not known. Less than about 3 MB cannot be measured, because the launcher that starts the process has as much"},
		{"p50, p99", "50 % and 99 % of the cases do not take longer than this. A solver that takes many cases at once does not have these times, because its cases are not timed one by one"},
		{"margin", "time limit / time used. For example, 4x means that the limit is four times the time; below 1 is TLE. If each case has a limit, too (on Luogu, or by --limits case=), the margin is the smaller one of limit / time for all cases together and for the slowest case. \"< 0.50x\" means that the judge ended the pass, so the time is not known"},
		{"±3 %", "the true median is probably (95 %) no farther than this from the median shown. With fewer than six samples it is ±∞"},
	}},
	{"Who is faster?", []struct{ word, meaning string }{
		{"ratio", "in judge, time / best time on the same set; solvers are compared with solvers, and programs with programs. In table, value / value of --baseline. With six rounds or more, it is the median of the ratios of the rounds"},
		{"geomean", "geometric mean"},
		{"PAR2", results.PAR2Meaning},
		{"rank 1-2", "first or second: the measurements do not decide between these two ranks. Contestants that solved more cases rank first, and among equals the smaller PAR2 ranks first. \"-\" means that no case was solved, or that the time is mostly the start of the process (see start). A row of judge has a rank on its set if the program is accepted there, and other programs were judged, too. In the CSV of table, best_rank and worst_rank belong to the problem, not to the set"},
		{"control", "a contestant that two runs measured. If it took the same time in both, within 2 %, times of the two runs are compared"},
		{"dlx [2]", "dlx in some of the runs. The lines below the table that begin with [2] name these runs, which have one verb, one machine, one build and the same cases"},
		{"virtual best", "an imagined solver that has, on each case, the least time of all solvers"},
	}},
	{"Did it become slower?", []struct{ word, meaning string }{
		{"change", "new time / old time - 1, with an interval of at least 95 % confidence"},
		{"noise floor", "the change that 95 % of the comparisons of a build with itself stay below. Tables call it floor"},
		{"q", "p-value after the correction of Benjamini and Hochberg for many comparisons"},
		{"not shown to differ", "the interval of the change includes 0. Its ends say which changes are not excluded"},
		{"may be negligible", "the interval of the change excludes 0, but reaches into the allowed change. The estimate is an improvement, or is within the allowed change or the noise floor"},
		{"inconclusive", "the interval is as in \"may be negligible\", but the estimate is a slowdown beyond the allowed change and the noise floor. Also a change that is not significant, or fewer than six samples (harness/compare/README.md lists all cases)"},
		{"noise of one build", "both runs are of one build, so a change of a solver's time says nothing about it"},
		{"step", "a regression or an improvement since the latest comparable recorded run"},
	}},
}

// topic returns a help topic whose text is in a file: gridjudge help NAME.
func topic(name, short string) *cobra.Command {
	return &cobra.Command{Use: name, Short: short, Long: helpText(name)}
}

// wordsTopic returns the help topic that explains the words: gridjudge help words.
func wordsTopic() *cobra.Command {
	var b strings.Builder
	define := func(word, meaning string) {
		b.WriteString(report.Wrap(fmt.Sprintf("  %-18s %s", word, meaning), 80, strings.Repeat(" ", 21)) + "\n")
	}
	for _, group := range glossary {
		b.WriteString(group.question + "\n\n")
		for _, g := range group.words {
			define(g.word, g.meaning)
		}
		b.WriteString("\n")
	}
	b.WriteString("The verdicts, in ascending precedence\n\n")
	for _, v := range judge.Verdicts() {
		define(v.String(), v.Long())
	}
	return &cobra.Command{Use: "words", Short: "The words and abbreviations of tables and messages", Long: strings.TrimRight(b.String(), "\n")}
}
