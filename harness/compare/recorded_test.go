package compare

import (
	"fmt"
	"math"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"
	"time"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"gridjudge/harness/judge"
	"gridjudge/harness/report"
	"gridjudge/harness/results"
	"gridjudge/harness/stats"
)

// benchFile writes a .bench file with seven samples of one benchmark, whose times are ns and a little more. head is
// the configuration above the lines, and values follows the time in each line.
func benchFile(t *testing.T, head string, ns float64, values string) string {
	var text strings.Builder
	text.WriteString(head)
	for i := range 7 {
		fmt.Fprintf(&text, "BenchmarkSolve/problem=poj3074/set=s/solver=x\t1\t%g ns/op%s\n", ns*(1+float64(i)/1000), values)
	}
	path := filepath.Join(t.TempDir(), "x.bench")
	require.NoError(t, os.WriteFile(path, []byte(text.String()), 0o666))
	return path
}

// asked are the rules of a user who chose the allowed change.
var asked = Rules{Allow: DefaultRules.Allow, Asked: true}

// The samples of two runs give the same verdicts as folders and as files, although files do not say when they were
// measured.
func TestAFileDecidesNoMoreThanItsRun(t *testing.T) {
	noCalibration(t)
	old := recorded(t, 1, "aaaa", "a", 100, 1000, 1001, 1002, 1003, 1004, 1005, 1006, 1007)
	new := recorded(t, 3, "bbbb", "a", 100, 1200, 1201, 1202, 1203, 1204, 1205, 1206, 1207)
	slow := recorded(t, 3, "cccc", "a", 100, 1400, 1401, 1402, 1403, 1404, 1405, 1406, 1407)
	file := func(run *results.Run) string { return filepath.Join(run.Dir, results.SamplesFile) }
	for _, c := range []struct {
		of    [2]*results.Run
		rules Rules
		want  Verdict
	}{
		{[2]*results.Run{old, new}, DefaultRules, Inconclusive},
		{[2]*results.Run{new, old}, DefaultRules, Inconclusive},
		{[2]*results.Run{old, slow}, DefaultRules, Regression},
		{[2]*results.Run{slow, old}, DefaultRules, Better},
		{[2]*results.Run{old, new}, asked, Regression},
		{[2]*results.Run{old, old}, DefaultRules, Same},
	} {
		a, b := c.of[0], c.of[1]
		for _, pair := range [][2]string{{a.Dir, b.Dir}, {a.Dir, file(b)}, {file(a), b.Dir}, {file(a), file(b)}} {
			found, err := Recorded(pair[0], pair[1], c.rules)
			require.NoError(t, err)
			assert.Equal(t, c.want, found.Found[0].Verdict, "%v", pair)
			bare := pair[0] == file(a) || pair[1] == file(b)
			assert.Equal(t, !c.rules.Asked && bare, found.Rules.Doubt == undated, "%v: the reason is true of files", pair)
		}
	}
}

// Files of two different searches are refused as their folders are, and so is a file together with such a folder.
func TestFilesOfOtherWorkAreRefused(t *testing.T) {
	noCalibration(t)
	first, second := benchFile(t, "", 1000, ""), benchFile(t, "solutions: 2\n", 2000, "")
	for _, pair := range [][2]string{{first, second}, {second, first}, {second, benchFile(t, "solutions: 3\n", 2000, "")},
		{second, benchFile(t, "solutions: 2\nlimits: nodes=5\n", 2000, "")}} {
		_, err := Recorded(pair[0], pair[1], DefaultRules)
		require.ErrorContains(t, err, "not of the same work", pair)
		require.ErrorAs(t, err, new(*InputError))
	}
	for _, same := range []string{"solutions: 1\n", "solutions: 2\n"} {
		found, err := Recorded(benchFile(t, same, 1000, ""), benchFile(t, same, 2000, ""), DefaultRules)
		require.NoError(t, err)
		assert.Equal(t, Regression, found.Found[0].Verdict)
		assert.Equal(t, same != "solutions: 1\n", strings.Contains(found.Caption, "--solutions 2"))
	}
	_, err := Recorded(first, benchFile(t, "solutions: two\n", 2000, ""), DefaultRules)
	require.ErrorAs(t, err, new(*InputError))
	require.ErrorContains(t, err, "solutions")
	run := recorded(t, 1, "aaaa", "a", 100, 1000, 1001, 1002, 1003, 1004, 1005, 1006, 1007)
	other := filepath.Join(t.TempDir(), "x.bench")
	data, err := os.ReadFile(filepath.Join(run.Dir, results.SamplesFile))
	require.NoError(t, err)
	require.NoError(t, os.WriteFile(other, append([]byte("solutions: 2\n"), data...), 0o666))
	for _, pair := range [][2]string{{run.Dir, other}, {other, run.Dir}} {
		_, err = Recorded(pair[0], pair[1], DefaultRules)
		require.ErrorContains(t, err, "not of the same work", pair)
	}
}

// A file does not say whether a limit ended a solver. If only one side had the limit, nothing is decided about
// acceptance.
func TestOtherLimitsOfAFileDecideNoAcceptance(t *testing.T) {
	noCalibration(t)
	rejected := func(head string) string {
		path := filepath.Join(t.TempDir(), "x.bench")
		require.NoError(t, os.WriteFile(path, []byte(head+"BenchmarkSolve/problem=poj3074/set=s/solver=x 1 0 solved/op 10 cases/op 5 par2-ns/op\n"), 0o666))
		return path
	}
	limited := "limits: time=20ms\n"
	for _, c := range []struct {
		rejected, accepted string
		undecided          bool
	}{{limited, "", true}, {limited, limited, false}, {"", "", false}, {"limits: scale=0.5\n", limited, true}} {
		old, new := benchFile(t, c.accepted, 1000, "\t10 solved/op\t10 cases/op"), rejected(c.rejected)
		for i, pair := range [][2]string{{old, new}, {new, old}} {
			want := []Verdict{Regression, Better}[i]
			if c.undecided {
				want = Inconclusive
			}
			found, err := Recorded(pair[0], pair[1], DefaultRules)
			require.NoError(t, err)
			assert.Equal(t, want, found.Found[0].Verdict, "%+v", c)
			differ := func(note string) bool { return strings.Contains(note, "Settings differ") }
			assert.Equal(t, c.rejected != c.accepted, slices.ContainsFunc(found.Notes, differ))
		}
	}
}

// If a warning says that the times are not comparable, no time decides, whatever differs and whatever is allowed.
// Counters and acceptance still decide, because they do not depend on the machine.
func TestTimesThatAreNotComparableDecideNothing(t *testing.T) {
	noCalibration(t)
	for _, key := range results.ConfigKeys {
		a, b := key+": a\n", key+": b\n"
		for _, c := range []struct {
			ns     float64
			values string
			want   []Verdict // of the time and of the nodes
		}{
			{5000, "\t100 nodes/op", []Verdict{Inconclusive, Same}},
			{200, "\t100 nodes/op", []Verdict{Inconclusive, Same}},
			{1000, "\t100 nodes/op", []Verdict{Inconclusive, Same}},
			{200, "\t101 nodes/op", []Verdict{Inconclusive, Regression}},
			{5000, "\t99 nodes/op", []Verdict{Inconclusive, Better}},
		} {
			for _, rules := range []Rules{DefaultRules, asked} {
				found, err := Recorded(benchFile(t, a, 1000, "\t100 nodes/op"), benchFile(t, b, c.ns, c.values), rules)
				require.NoError(t, err)
				require.Len(t, found.Found, 2)
				for i, want := range c.want {
					assert.Equal(t, want, found.Found[i].Verdict, "%s, %g ns, %s", key, c.ns, c.values)
				}
				assert.Contains(t, found.Found[0].Reason, key)
			}
		}
		untimed := filepath.Join(t.TempDir(), "x.bench")
		require.NoError(t, os.WriteFile(untimed, []byte(b+"BenchmarkSolve/problem=poj3074/set=s/solver=x 1 0 solved/op 10 cases/op 5 par2-ns/op\n"), 0o666))
		found, err := Recorded(benchFile(t, a, 1000, ""), untimed, DefaultRules)
		require.NoError(t, err)
		assert.Equal(t, Regression, found.Found[0].Verdict, "%s: it is no longer accepted", key)
	}
	old := recorded(t, 1, "aaaa", "a", 100, 1000, 1001, 1002, 1003, 1004, 1005, 1006, 1007)
	new := recorded(t, 3, "bbbb", "b", 100, 3000, 3001, 3002, 3003, 3004, 3005, 3006, 3007)
	found, err := Recorded(old.Dir, new.Dir, DefaultRules)
	require.NoError(t, err)
	assert.Equal(t, Inconclusive, found.Found[0].Verdict, "folders, too")
	assert.Equal(t, Inconclusive, found.Weightiest())
}

// Fewer solved cases are a regression, and more are better, whatever the times are, because a pass that gives up on
// cases takes less time. If one of two files does not say how many cases were solved, the times are compared.
func TestSolvedCasesDecideBeforeTimes(t *testing.T) {
	noCalibration(t)
	of := func(solved string) string { return "\t" + solved + " solved/op\t60 cases/op" }
	for _, c := range []struct {
		old, new string
		want     Verdict
		timed    bool
	}{
		{of("60"), of("55"), Regression, false},
		{of("55"), of("54"), Regression, false},
		{of("55"), of("60"), Better, false},
		{of("0"), of("1"), Better, false},
		{of("1"), of("0"), Regression, false},
		{"\t60 solved/op", "\t55 solved/op", Regression, false},
		{of("55"), of("55"), Same, true},
		{of("60"), "", Same, true},
		{"", of("60"), Same, true},
		{of("60"), "\t60 cases/op", Same, true},
		{of("60"), "\t50 solved/op\t50 cases/op", OtherSet, false},
	} {
		for _, ns := range []float64{100, 1000, 9000} {
			found, err := Recorded(benchFile(t, "", 1000, c.old), benchFile(t, "", ns, c.new), DefaultRules)
			if c.want == OtherSet {
				require.ErrorContains(t, err, "no benchmark with the same cases")
				continue
			}
			require.NoError(t, err)
			require.Len(t, found.Found, 1)
			assert.Equal(t, c.timed, found.Found[0].Compared(), "%q and %q", c.old, c.new)
			if c.timed && ns != 1000 {
				continue // the times decide
			}
			assert.Equal(t, c.want, found.Found[0].Verdict, "%q and %q", c.old, c.new)
			answer := Answer(found.Found, found.Rules)
			assert.Equal(t, c.want == Regression, strings.Contains(answer, solvedFewer.say(nil, Rules{})), answer)
			assert.Equal(t, c.want == Better, strings.Contains(answer, solvedMore.say(nil, Rules{})), answer)
		}
	}
	worst := benchFile(t, "", 100, of("60"))
	data, err := os.ReadFile(worst)
	require.NoError(t, err)
	require.NoError(t, os.WriteFile(worst, []byte(strings.TrimSuffix(string(data), of("60")+"\n")+of("59")+"\n"), 0o666))
	found, err := Recorded(benchFile(t, "", 1000, of("60")), worst, DefaultRules)
	require.NoError(t, err)
	assert.Equal(t, Regression, found.Found[0].Verdict, "the worst of its samples counts")
}

// A limit that only one side had decides nothing about acceptance, in either direction. A limit that was not stricter
// decides, and so does another failure.
func TestOtherLimitsDecideNoAcceptance(t *testing.T) {
	cell := results.Benchmark{Set: "poj3074/s", Solver: "x"}
	const wide, narrow = 100, 50
	limits := map[judge.Verdict]func(n int64) judge.Limits{
		judge.TimeLimit:    func(n int64) judge.Limits { return judge.Limits{Time: time.Duration(n)} },
		judge.MemoryLimit:  func(n int64) judge.Limits { return judge.Limits{Memory: n} },
		judge.OutputLimit:  func(n int64) judge.Limits { return judge.Limits{Output: n} },
		judge.RuntimeError: func(n int64) judge.Limits { return judge.Limits{Address: n} },
		judge.WrongAnswer: func(n int64) judge.Limits {
			return judge.Limits{Time: time.Duration(n), Memory: n, Output: n, Address: n}
		},
	}
	for verdict, of := range limits {
		for _, c := range []struct {
			rejected, accepted int64
			undecided          bool
		}{{narrow, wide, true}, {narrow, 0, true}, {wide, narrow, false}, {wide, wide, false}, {0, narrow, false}, {0, 0, false}} {
			accepted, rejected := resultWith(cell, 1, 2, 3, 4, 5, 6), resultWith(cell)
			accepted.Limits, rejected.Limits, rejected.Verdict = of(c.accepted), of(c.rejected), verdict
			undecided := c.undecided && verdict != judge.WrongAnswer
			for i, pair := range [][2]*results.Result{{accepted, rejected}, {rejected, accepted}} {
				want := []Verdict{Regression, Better}[i]
				if undecided {
					want = Inconclusive
				}
				found := Compare(pair[:1], pair[1:], nil, DefaultRules, stats.Unpaired)
				require.Len(t, found, 1)
				assert.Equal(t, want, found[0].Verdict, "%v: limits %d and %d", verdict, c.rejected, c.accepted)
				assert.Equal(t, undecided, strings.Contains(Answer(found, DefaultRules), Inconclusive.String()))
			}
		}
	}
}

// With too few samples the floor is not known, so the table shows none, and the data have no number.
func TestTheFloorOfFewSamplesIsUnknown(t *testing.T) {
	cell := results.Benchmark{Set: "poj3074/s", Solver: "x"}
	values := []float64{1000, 1001, 1002, 1003, 1004, 1005, 1006, 1007}
	for n := 1; n <= len(values); n++ {
		for _, pair := range [][2]*results.Result{
			{resultWith(cell, values[:n]...), resultWith(cell, values...)}, {resultWith(cell, values...), resultWith(cell, values[:n]...)},
		} {
			old, new := pair[:1], pair[1:]
			found := Compare(old, new, spreadFloor(old, new), DefaultRules, stats.Unpaired)
			known := n >= stats.MinSamples
			assert.Equal(t, known, !math.IsInf(found[0].Floor, 1), "%d samples", n)
			table := (&Findings{Found: found, Rules: DefaultRules}).Table()
			at := slices.IndexFunc(table.Columns, func(c report.Column) bool { return c.Name == "floor" })
			assert.Equal(t, known, table.Rows[0][at].Value != nil, "%d samples", n)
			assert.NotEmpty(t, table.Rows[0][at].Text)
			if !known {
				assert.Equal(t, Inconclusive, found[0].Verdict)
				assert.Empty(t, Suspects(found, DefaultRules))
			}
		}
	}
	assert.True(t, math.IsInf(halvesFloor(nil), 1), "no time at all")
}

// The caption of a table names the machine that measured, for example for a paper. The machine that reads the record
// may be another one.
func TestTheCaptionNamesTheMachineThatMeasured(t *testing.T) {
	path := filepath.Join(t.TempDir(), "a.bench")
	require.NoError(t, os.WriteFile(path, []byte("cpu: Apple M3\nBenchmarkSolve/problem=p/set=s/solver=x 1 100 ns/op\n"), 0o666))
	found, err := Recorded(path, path, DefaultRules)
	require.NoError(t, err)
	assert.Contains(t, found.Table().Caption, "Apple M3")
}

// If nothing was timed, there is no estimate of the floor, so no note says where the floor comes from.
func TestNothingTimedHasNoFloor(t *testing.T) {
	var none *Calibration
	assert.Empty(t, none.notes(timedOf([]Comparison{{Verdict: NotTimed}, {Verdict: OnlyNew}}), "", "an estimate", false))
	assert.NotEmpty(t, none.notes(timedOf([]Comparison{{Verdict: NotTimed}, timed(1, 1, 1, 1, 0)}), "", "an estimate", false))
}

// A run that is compared with itself is probably a mistake, and no evidence that nothing changed. This is said.
func TestARunComparedWithItself(t *testing.T) {
	run := recorded(t, 1, "aaaa", "a", 100, 1000)
	run.Manifest.Arm = results.OldArm
	require.NoError(t, run.Manifest.Save(run.Dir))
	found, err := Recorded(run.Dir, run.Dir+"/.", DefaultRules)
	require.NoError(t, err)
	notes := strings.Join(found.Notes, "\n")
	assert.Contains(t, notes, "of one run")
	assert.NotContains(t, notes, "two sides")
}
