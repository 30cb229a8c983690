package scoreboard

import (
	"encoding/json"
	"fmt"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"
	"time"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"gridjudge/harness/judge"
	"gridjudge/harness/machine"
	"gridjudge/harness/ranking"
	"gridjudge/harness/report"
	"gridjudge/harness/results"
)

func TestRunsOfDifferentMachinesBuildsOrCasesAreNotPooled(t *testing.T) {
	on := func(cpu, executable, digest string) results.Manifest {
		return results.Manifest{Machine: machine.Machine{CPU: cpu}, Plan: results.Plan{
			Executable: executable, Sets: []results.PlannedSet{{Name: "p/a", Digest: digest, Contestants: []string{"dlx", "fast"}}},
		}}
	}
	with := func(m results.Manifest, digest string) results.Manifest {
		m.Plan.Programs = []results.Receipt{{Name: "mine", Digest: digest}}
		return m
	}
	for _, row := range []struct {
		why    string
		a, b   results.Manifest
		pooled bool
		reason string
	}{
		{"the same machine, build and cases", on("here", "1", "c"), on("here", "1", "c"), true, ""},
		{"another machine", on("here", "1", "c"), on("there", "1", "c"), false, "machine"},
		{"another build", on("here", "1", "c"), on("here", "2", "c"), false, "-trimpath"},
		{"other cases", on("here", "1", "c"), on("here", "1", "d"), false, "cases"},
		{"another executable of a program", with(on("here", "1", "c"), "1"), with(on("here", "1", "c"), "2"), false, "program"},
		{"builds that are not known", on("here", "", "c"), on("here", "", "c"), false, "unknown build"},
	} {
		a := recordedRun(t, "one", timedLines("a", "dlx", 100, 5)+timedLines("a", "fast", 50, 5), &row.a)
		b := recordedRun(t, "two", timedLines("a", "dlx", 300, 5)+timedLines("a", "fast", 60, 5), &row.b)
		tables, err := Tables([]*results.Run{a, b}, defaultOptions)
		require.NoError(t, err)
		require.Len(t, tables, 1)
		long, err := Long([]*results.Run{a, b}, defaultOptions)
		require.NoError(t, err)
		csv := rendered(t, long, report.CSV, 0)
		groups := ranking.Order([]*results.Run{a, b})
		if row.pooled {
			require.Len(t, groups, 1, row.why)
			assert.Len(t, groups[0].Entrant("dlx").On["p/a"].Times(), 12, row.why)
			assert.Empty(t, groups[0].Class.Legend(), row.why)
			assert.Equal(t, []string{"fast", "dlx"}, heads(tables[0], 2), row.why)
			assert.Contains(t, csv, "p,a,dlx,one+two,ns/op,200,100,300,12,5,5,false,2,2\n", row.why)
			continue
		}
		assert.Equal(t, []string{"fast [1]", "dlx [1]", "fast [2]", "dlx [2]"}, heads(tables[0], 2), "%s: there is no order across classes", row.why)
		require.Len(t, groups, 2, "%s: each has a ranking of its own", row.why)
		for i, g := range groups {
			assert.Equal(t, fmt.Sprintf("p [%d]", i+1), g.String(), row.why)
			require.Len(t, g.Rows, 2, row.why)
			assert.Equal(t, []string{g.Class.Name("fast"), g.Class.Name("dlx")}, []string{g.Rows[0].Name, g.Rows[1].Name}, row.why)
			assert.InDelta(t, []float64{2, 5}[i], g.Rows[1].Ratio.Center, 1e-9, row.why)
			assert.Len(t, g.Entrant(g.Class.Name("dlx")).On["p/a"].Times(), 6, row.why)
			assert.Equal(t, []*results.Run{[]*results.Run{a, b}[i]}, g.Class.Runs(), row.why)
		}
		_, against := ranking.PerSet(groups)
		require.Len(t, against, 2, row.why)
		assert.InDelta(t, 0.2, against[1].Effect.Ratio.Center, 1e-9, "%s: the ratio is to the reference of the same run", row.why)
		assert.Contains(t, groups[1].Class.Legend()[0], "[2] two: ", row.why)
		assert.Contains(t, csv, "p,a,dlx,one,ns/op,100,100,100,6,5,5,false,2,2\n", row.why)
		assert.Contains(t, csv, "p,a,dlx,two,ns/op,300,300,300,6,5,5,false,2,2\n", row.why)
		text := rendered(t, tables[0], report.Text, 0)
		assert.Contains(t, text, "0.20x", "%s: the ratio is to the baseline of the same run", row.why)
		assert.Regexp(t, `(?m)^\[2\] has ratios of its own.*`+row.reason, text, row.why)
	}
}

func TestRanksAreOverCommonSets(t *testing.T) {
	// small takes only one set, and solves all of it: it must not come after slow, which has more cases in all.
	run := recordedRun(t, "r", timedLines("a", "dlx", 100, 5)+timedLines("a", "slow", 30_000, 5)+timedLines("a", "small", 90, 5)+
		timedLines("b", "dlx", 100, 50)+timedLines("b", "slow", 30_000, 50), nil)
	tables, err := Tables([]*results.Run{run}, defaultOptions)
	require.NoError(t, err)
	assert.Equal(t, []string{"small", "dlx", "slow"}, heads(tables[0], 2))
	text := rendered(t, tables[0], report.Text, 0)
	assert.Contains(t, text, "Left out of the order, the means and the sums: p b: not every solver has a result there.")
	assert.Contains(t, text, "0.90x (1)")
	assert.Contains(t, text, "300x (1)")
	assert.NotContains(t, text, "55/55", "cases of other sets do not count")

	run = recordedRun(t, "r", timedLines("a", "x", 100, 5)+rejectedLine("a", "y", 4, 5, 50)+rejectedLine("a", "z", 0, 5, 1), nil)
	tables, err = Tables([]*results.Run{run}, defaultOptions)
	require.NoError(t, err)
	assert.Equal(t, []string{"x", "y", "z"}, heads(tables[0], 2), "the share solved comes before the time")

	run = recordedRun(t, "r", timedLines("a", "x", 100, 5)+timedLines("b", "y", 50, 5), nil)
	tables, err = Tables([]*results.Run{run}, defaultOptions)
	require.NoError(t, err)
	text = rendered(t, tables[0], report.Text, 0)
	assert.Contains(t, text, "Left out of the order, the means and the sums: y: it shares no set with all other solvers.")
	assert.NotContains(t, text, "10/10")
}

// TestTheRunThatSolvedTheFewestCasesCounts: in a table of pooled runs, an accepted run does not hide a failure.
func TestTheRunThatSolvedTheFewestCasesCounts(t *testing.T) {
	right := timedLines("a", "dlx", 10, 9) + timedLines("a", "flaky", 5, 9)
	wrong := timedLines("a", "dlx", 10, 9) + rejectedLine("a", "flaky", 8, 9, 1000)
	for _, texts := range [][]string{{right, wrong}, {wrong, right}} {
		var runs []*results.Run
		for i, text := range texts {
			runs = append(runs, recordedRun(t, fmt.Sprint(i), text, &results.Manifest{Plan: results.Plan{Commit: "c", Executable: "e", Sets: []results.PlannedSet{{Name: "p/a", Contestants: []string{"dlx", "flaky"}}}}}))
		}
		tables, err := Tables(runs, defaultOptions)
		require.NoError(t, err)
		assert.Equal(t, []string{"dlx", "flaky"}, heads(tables[0], 2), "the solver with more solved cases comes first")
		text := rendered(t, tables[0], report.Text, 0)
		assert.Contains(t, text, "8/9 solved", "the time of the run that accepted it does not stand there")
		assert.Contains(t, text, "p/a flaky: not timed: WA")
		long, err := Long(runs, defaultOptions)
		require.NoError(t, err)
		assert.Contains(t, rendered(t, long, report.CSV, 0), "flaky,0+1,ns/op,,,,0,8,9,false", "no sample counts")
	}
}

func TestEqualContestantsKeepTheirOrder(t *testing.T) {
	var text strings.Builder
	var want []string
	for i := range 30 {
		name := fmt.Sprintf("s%02dx", i)
		want = append(want, name)
		text.WriteString(timedLines("a", name, 100, 5))
	}
	tables, err := Tables([]*results.Run{recordedRun(t, "r", text.String(), nil)}, defaultOptions)
	require.NoError(t, err)
	assert.Equal(t, want, heads(tables[0], 2))
}

func TestProcessesAndSolvingAloneHaveNoCommonRatio(t *testing.T) {
	path := filepath.Join(t.TempDir(), "a.bench")
	require.NoError(t, os.WriteFile(path, []byte(`BenchmarkSolve/problem=p/set=s/solver=dlx 1 100 ns/op 7 nodes/op
BenchmarkSolve/problem=p/set=s/solver=fast 1 50 ns/op 7 nodes/op
BenchmarkSolve/problem=p/set=s/solver=mine 1 900 ns/op 4096 peak-RSS-bytes
`), 0o666))
	run, err := results.Read(path)
	require.NoError(t, err)
	opts := TableOptions{Row: "/problem,/set", Col: "/solver", Units: []string{results.UnitWall}}
	for baseline, want := range map[string][]string{"dlx": {"0.50x", "900"}, "mine": {"50", "900"}} {
		opts.Baseline = baseline
		tables, err := Tables([]*results.Run{run}, opts)
		require.NoError(t, err)
		require.Len(t, tables, 1)
		cell := map[string]string{}
		for i, column := range tables[0].Columns {
			cell[column.Name] = tables[0].Rows[0][i].Text
		}
		assert.Contains(t, cell["fast"], want[0], "baseline %s", baseline)
		assert.Equal(t, baseline == "dlx", strings.HasSuffix(cell["fast"], "x"), "%q: a ratio of a solver to %s", cell["fast"], baseline)
		assert.False(t, strings.HasSuffix(cell["mine"], "x"), "%q: a ratio of a program to %s", cell["mine"], baseline)
		text := rendered(t, tables[0], report.Text, 0)
		assert.Contains(t, text, "no ratio relates them")
		assert.NotContains(t, text, "are cpu times", "the file has wall times alone")
	}
}

// TestTheBaselineIsAReference: the others are divided by dlx, or by links, the reference of exact cover, whatever its
// place in the order.
func TestTheBaselineIsAReference(t *testing.T) {
	for reference, others := range map[string][]string{"links": {"bits", "zdd"}, "dlx": {"bitboard", "links"}, "first": {"second", "third"}} {
		lines := ""
		for _, solver := range slices.Insert(others, map[bool]int{true: 0, false: 2}[reference == "first"], reference) {
			lines += timedLines("a", solver, 100, 6)
		}
		tables, err := Tables([]*results.Run{recordedRun(t, "r", lines, nil)}, defaultOptions)
		require.NoError(t, err)
		for i, column := range tables[0].Columns {
			if i >= 2 {
				isRatio := strings.HasSuffix(tables[0].Rows[0][i].Text, "x")
				assert.Equal(t, column.Name != reference, isRatio, "%s beside %s: %s", column.Name, reference, tables[0].Rows[0][i].Text)
			}
		}
	}
}

// A contestant is a program on all sets if a file has processor times of whole processes for it on one set, even if
// another set has no time of it.
func TestAProgramThatFailsIsNoSolver(t *testing.T) {
	mine := strings.ReplaceAll(timedLines("a", "mine", 900, 5), " ns/op", " ns/op 900 cpu-ns/op 4096 peak-RSS-bytes")
	run := recordedRun(t, "r", timedLines("a", "dlx", 100, 5)+rejectedLine("b", "mine", 4, 5, 50)+mine, nil)
	tables, err := Tables([]*results.Run{run}, defaultOptions)
	require.NoError(t, err)
	assert.Equal(t, []string{"dlx", "mine"}, heads(tables[0], 2))
}

// TestASumOfAllCasesIsMarked: if only the time of all cases together is known, PAR2 has a sign, and a note explains
// it.
func TestASumOfAllCasesIsMarked(t *testing.T) {
	run := recordedRun(t, "r", timedLines("a", "fast", 50, 5)+timedLines("a", "slow", 90, 5), nil)
	slow := run.Results[1]
	slow.Verdict, slow.Passed, slow.Samples, slow.Time = judge.WrongAnswer, 4, nil, 3*time.Second
	slow.Limits.Time = 10 * time.Second
	for _, row := range []struct {
		known time.Duration
		par2  string
	}{{0, "≤ 7.000 s"}, {2 * time.Second, "6.000 s"}} {
		slow.PassedTime = row.known
		tables, err := Tables([]*results.Run{run}, defaultOptions)
		require.NoError(t, err)
		par2 := tables[0].Rows[len(tables[0].Rows)-2]
		assert.Equal(t, []string{"PAR2", row.par2}, []string{fmt.Sprint(par2[0].Value), par2[len(par2)-1].Text})
		assert.Equal(t, row.known == 0, strings.Contains(rendered(t, tables[0], report.Text, 0), results.AtMostMeaning))
	}
}

// TestWhatIsMostlyTheStartHasNoRankInAnyFormat: of two programs, the slower one takes long enough to have a rank, and
// the other one has none.
func TestWhatIsMostlyTheStartHasNoRankInAnyFormat(t *testing.T) {
	short, long := repeated("p/a", "short", 5, 5, 5, 5, 5, 5), repeated("p/a", "long", 8, 8, 8, 8, 8, 8)
	short.Start, long.Start = 4*time.Millisecond, 3500*time.Microsecond
	manifest := &results.Manifest{Version: results.Version, Plan: results.Plan{Executable: "x"}}
	run := &results.Run{Label: "r", Manifest: manifest, Origins: []*results.Manifest{manifest}, Results: []*results.Result{short, long}}
	table, err := Long([]*results.Run{run}, defaultOptions)
	require.NoError(t, err)
	var rows []map[string]any
	require.NoError(t, json.Unmarshal([]byte(rendered(t, table, report.JSON, 0)), &rows))
	require.Len(t, rows, 2)
	for _, row := range rows {
		assert.Equal(t, row["solver"] == "long", row["best_rank"] != nil, row)
		assert.Equal(t, row["solver"] == "long", row["worst_rank"] != nil, row)
		assert.Equal(t, results.UnitCPU, row["unit"], "the time of a program is processor time")
	}
	tables, err := Tables([]*results.Run{run}, defaultOptions)
	require.NoError(t, err)
	assert.Regexp(t, `(?m)^rank +- +1-2$`, rendered(t, tables[0], report.Text, 0))
}

// TestProcessorTimeRanksToo: in tables in cpu-ns/op, PAR2, rank, order and the answer are by processor time, and in
// CSV as well. If a contestant has wall times alone, everything is by wall time.
func TestProcessorTimeRanksToo(t *testing.T) {
	lines := func(solver string, wall, cpu int) string {
		unit := ""
		if cpu > 0 {
			unit = fmt.Sprintf(" %d cpu-ns/op", cpu)
		}
		return fmt.Sprintf("BenchmarkSolve/problem=p/set=a/solver=%s 1 %d ns/op%s 5 solved/op 5 cases/op\n", solver, wall, unit)
	}
	rounds := func(lines string) string { return strings.Repeat(lines, 6) }
	both := []string{results.UnitWall, results.UnitCPU}
	opts := TableOptions{Row: "/problem,/set", Col: "/solver", Units: both}
	run := recordedRun(t, "r", rounds(lines("waits", 300, 100)+lines("works", 200, 200)), nil)
	tables, err := Tables([]*results.Run{run}, opts)
	require.NoError(t, err)
	require.Len(t, tables, 2)
	assert.Equal(t, []string{"works", "waits"}, heads(tables[0], 2))
	assert.Equal(t, []string{"waits", "works"}, heads(tables[1], 2))
	for i, par2 := range []float64{200e-9, 100e-9} {
		last := tables[i].Rows[len(tables[i].Rows)-2:]
		assert.Equal(t, []any{"PAR2", "rank"}, []any{last[0][0].Value, last[1][0].Value})
		assert.InDelta(t, par2, last[0][2].Value, 1e-15)
		assert.Equal(t, 1, last[1][2].Value)
	}
	notes := below(tables[1])
	assert.Contains(t, notes, "works is first")
	assert.Regexp(t, `processor time.*waits is first`, notes)
	long, err := Long([]*results.Run{run}, opts)
	require.NoError(t, err)
	csv := rendered(t, long, report.CSV, 0)
	for _, row := range []string{"waits,r,ns/op,300,300,300,6,5,5,false,2,2", "waits,r,cpu-ns/op,100,100,100,6,5,5,false,1,1"} {
		assert.Regexp(t, `(?m),`+strings.Replace(row, ",r,", ",[^,]*,", 1)+`$`, csv)
	}

	run = recordedRun(t, "r", rounds(lines("waits", 300, 100)+lines("works", 200, 0)), nil)
	opts.Units = []string{results.UnitCPU}
	tables, err = Tables([]*results.Run{run}, opts)
	require.NoError(t, err)
	assert.Equal(t, []string{"works", "waits"}, heads(tables[0], 2))
	assert.NotContains(t, rendered(t, tables[0], report.Text, 0), "\nrank ")

	unsolved := &ranking.Entrant{Clock: results.UnitCPU}
	r := rejected("p/a", "x", 1, 4, 5, "no")
	r.PassedTime = time.Millisecond
	assert.True(t, unsolved.Add("p/a", nil, r).PAR2().AtMost, "the processor time of the judged pass is not known")
}

// TestSamplesOneByOneAreNoRounds: go test -bench -count takes all samples of a before the samples of b, so b may only
// have met a slower machine. The same samples taken in turns are rounds.
func TestSamplesOneByOneAreNoRounds(t *testing.T) {
	line := func(solver string, ns int) string {
		return fmt.Sprintf("BenchmarkSolve/problem=p/set=a/solver=%s 1 %d ns/op\n", solver, ns)
	}
	var a, b, turns string
	for i := range 8 {
		a, b = a+line("a", 1000+i), b+line("b", 1050+i)
		turns += line("a", 1000+i) + line("b", 1050+i)
	}
	var mirrored string // as bench does it: each second round is the reverse of the one before
	for i := range 8 {
		mirrored += []string{line("a", 1000+i) + line("b", 1050+i), line("b", 1050+i) + line("a", 1000+i)}[i%2]
	}
	for text, first := range map[string]bool{a + b: false, a + b + a + b: false, turns: true, mirrored: true} {
		tables, err := Tables([]*results.Run{recordedRun(t, "r", text, nil)}, defaultOptions)
		require.NoError(t, err)
		notes := below(tables[0])
		assert.Equal(t, first, strings.Contains(notes, "a is first"), notes)
		text := rendered(t, tables[0], report.Text, 0)
		assert.Equal(t, first, strings.Contains(text, roundsSign), text)
		assert.Equal(t, !first, strings.Contains(text, mediansSign), text)
	}
}

// Programs and solvers of one run have separate baselines, and names that tell them apart.
func TestColumnsOfOneNameAreToldApart(t *testing.T) {
	alone, process, mine := repeated("p/a", "dlx", 10, 10, 10, 10, 10, 10), repeated("p/a", "dlx", 40, 40, 40, 40, 40, 40), repeated("p/a", "mine", 80, 80, 80, 80, 80, 80)
	alone.Process = false
	manifest := &results.Manifest{Version: results.Version, Plan: results.Plan{Executable: "x"}}
	run := &results.Run{Label: "r", Manifest: manifest, Origins: []*results.Manifest{manifest}, Results: []*results.Result{alone, process, mine}}
	tables, err := Tables([]*results.Run{run}, defaultOptions)
	require.NoError(t, err)
	assert.Equal(t, []string{"dlx", "dlx (process)", "mine"}, heads(tables[0], 2))
	assert.Contains(t, rendered(t, tables[0], report.Text, 0), "80.00 ms ±0% 2.00x", "the ratio is to the process")
}

// Unsolved cases without a time limit have no penalty, so there is no PAR2. A contestant that solved nothing has no
// rank.
func TestUnsolvedCasesWithoutALimitHaveNoPAR2(t *testing.T) {
	right, none := repeated("p/a", "mine", 80, 80, 80, 80, 80, 80), repeated("p/a", "copy", 1, 1, 1, 1, 1, 1)
	none.Verdict, none.Passed, none.Limits.Time = judge.WrongAnswer, 0, 0
	manifest := &results.Manifest{Version: results.Version, Plan: results.Plan{Executable: "x"}}
	run := &results.Run{Label: "r", Manifest: manifest, Origins: []*results.Manifest{manifest}, Results: []*results.Result{right, none}}
	tables, err := Tables([]*results.Run{run}, defaultOptions)
	require.NoError(t, err)
	shown := rendered(t, tables[0], report.Text, 0)
	assert.Regexp(t, `(?m)^PAR2 +80.00 ms +-$`, shown)
	assert.Regexp(t, `(?m)^rank +1 +-$`, shown)
}
