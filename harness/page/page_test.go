package page

import (
	"bytes"
	"encoding/json"
	"encoding/xml"
	"errors"
	"fmt"
	"io"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"
	"time"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"gridjudge/corpus"
	"gridjudge/harness/judge"
	"gridjudge/harness/machine"
	"gridjudge/harness/ranking"
	"gridjudge/harness/results"
	"gridjudge/harness/results/resultstest"
)

// sections has the parts of every page, in their order.
var sections = []string{"ranking", "sets", "charts", "cases", "trust"}

var started = time.Date(2026, 11, 21, 9, 15, 0, 0, time.UTC)

func ms(values ...int) (out []time.Duration) {
	for _, v := range values {
		out = append(out, time.Duration(v)*time.Millisecond)
	}
	return out
}

// usual returns a run with everything: two solvers that share nodes, a solver with a wrong answer, a batch, and a
// program.
func usual() resultstest.Run {
	digest := ""
	sets, err := corpus.SelectSets([]string{"poj3074/sample"})
	if err == nil {
		digest = sets[0].Digest
	}
	return resultstest.Run{Commit: "0123456789abcdef", Rounds: 7, Started: started, Benchmarks: []resultstest.Benchmark{
		{Set: "poj3074/sample", Solver: "dlx", Corpus: digest, Times: ms(10, 20), Nodes: []uint64{100, 200}},
		{Set: "poj3074/sample", Solver: "fast", Corpus: digest, Times: ms(1, 2), Nodes: []uint64{10, 20}},
		{Set: "poj3074/sample", Solver: "wrong", Corpus: digest, Times: ms(1, -1), Nodes: []uint64{1, 1}},
		{Set: "poj3074/sample", Solver: "batch", Corpus: digest, Times: ms(1, 1), Nodes: []uint64{1, 1}, Batch: true},
		{Set: "poj3074/sample", Solver: "mine", Corpus: digest, Times: ms(9, 9), Process: true},
	}}
}

// pageOf writes runs and makes their page.
func pageOf(t *testing.T, runs ...resultstest.Run) (*Page, string) {
	t.Helper()
	parent := t.TempDir()
	for _, run := range runs {
		resultstest.Write(t, parent, run)
	}
	recorded, err := ranking.Load([]string{parent}, nil)
	require.NoError(t, err)
	p := New(recorded, Options{Command: []string{"gridjudge", "report", "results"}})
	var b bytes.Buffer
	require.NoError(t, p.WriteHTML(&b))
	check(t, b.String())
	return p, b.String()
}

// check demands what must hold for every page: all sections are there, in their order, all elements end, and nothing is
// loaded from elsewhere.
func check(t *testing.T, html string) {
	t.Helper()
	at := 0
	for _, id := range sections {
		next := strings.Index(html, `<section id="`+id+`">`)
		require.Greater(t, next, at, "section %s", id)
		at = next
	}
	for _, reference := range []string{"http://", "https://", "src=", "@import", "url("} {
		assert.NotContains(t, html, reference, "the page needs no network")
	}
	assert.NotContains(t, html, "ZgotmplZ", "what html/template rejects")
	body := html[strings.Index(html, "<main>"):strings.Index(html, `<script type="application/json"`)]
	assert.NotContains(t, body, "NaN")
	decoder := xml.NewDecoder(strings.NewReader(strings.NewReplacer("&nbsp;", " ", "<br>", "<br/>").Replace("<div>" + body + "</div>")))
	for {
		token, err := decoder.Token()
		if errors.Is(err, io.EOF) {
			break
		}
		require.NoError(t, err, "the page is well-formed")
		if start, ok := token.(xml.StartElement); ok {
			assert.NotEqual(t, "script", start.Name.Local)
			for _, attribute := range start.Attr {
				assert.False(t, strings.HasPrefix(attribute.Name.Local, "on"), "handlers are in the script alone")
			}
		}
	}
}

func TestPageShowsEverything(t *testing.T) {
	p, html := pageOf(t, usual())
	for _, want := range []string{
		`<a href="#failure-0">WA 1/2</a>`, `<dt id="failure-0">wrong on poj3074/sample: WA</dt>`, "Failing cases: #2&nbsp;WA",
		"gridjudge explain --solver dlx poj3074/sample#2",
		"poj3074 (whole processes)", "Left out: batch: no times of single cases were recorded.",
		"0123456789abcdef", "Test CPU", "<td>gridjudge bench --rounds 7 --time 100ms --seed 7 --out results</td>",
		">poj3074: fast against dlx, case by case<", "PAR2 is " + results.PAR2Meaning,
	} {
		assert.Contains(t, html, want)
	}
	require.Len(t, p.Data.Groups, 2)
	assert.Equal(t, []Work{
		{Solver: "fast", Cases: 2, Nodes: 30, NSPer: 1e5, ByNodes: 0.1, ByNode: 1, Ratio: 0.1},
		{Solver: "dlx", Cases: 2, Nodes: 300, NSPer: 1e5, ByNodes: 1, ByNode: 1, Ratio: 1},
	}, rounded(p.Data.Groups[0].Work[:2]))
	assert.Equal(t, []Failing{{2, judge.WrongAnswer}}, verdict(p, "poj3074/sample", "wrong").Failing)
}

// TestWhoIsRejectedLaterHasNoNodesAndNoCases: the pass that accepted such a solver does not count. A case that was not
// run does not have nodes.
func TestWhoIsRejectedLaterHasNoNodesAndNoCases(t *testing.T) {
	run, audit := usual(), 0
	run.Benchmarks = append(run.Benchmarks[:2],
		resultstest.Benchmark{Set: "poj3074/sample", Solver: "cheat", Corpus: run.Benchmarks[0].Corpus, Times: ms(1, 1), Nodes: []uint64{1, 1}, Dropped: &audit},
		resultstest.Benchmark{Set: "poj3074/sample", Solver: "half", Corpus: run.Benchmarks[0].Corpus, Times: ms(1, 1001), Nodes: []uint64{5, 7}},
		resultstest.Benchmark{Set: "poj3074/sample", Solver: "late", Corpus: run.Benchmarks[0].Corpus, Times: ms(1001, 1), Nodes: []uint64{5, 7}})
	p, html := pageOf(t, run)
	g := p.Data.Groups[0]
	var names []string
	for _, w := range g.Work {
		names = append(names, fmt.Sprint(w.Solver, w.Cases))
	}
	assert.Equal(t, []string{"fast2", "dlx2", "half1"}, names)
	require.Len(t, g.CasesLeftOut, 2)
	for _, name := range []string{"cheat", "late"} {
		assert.Contains(t, html, "Left out: "+name+": no case counts as solved (")
	}
	only := usual()
	only.Benchmarks = []resultstest.Benchmark{{Set: "poj3074/sample", Solver: "half", Times: ms(1, 1001, 1), Nodes: []uint64{5, 7, 9}}}
	p, _ = pageOf(t, only)
	rows := p.Data.Groups[0].Slowest().Rows
	require.Len(t, rows, 3)
	assert.Equal(t, []string{"7", "", "5"}, []string{rows[0][3].Text, rows[1][3].Text, rows[2][3].Text})
	only.Benchmarks = run.Benchmarks[2:3]
	p, html = pageOf(t, only)
	assert.Empty(t, p.Data.Groups[0].Work)
	assert.Contains(t, html, "Left out: cheat: no case counts as solved (")
}

func TestWhatAFactorDecidesIsNotCalledSignificant(t *testing.T) {
	run := usual()
	run.Rounds, run.Benchmarks = 2, run.Benchmarks[:2]
	p, _ := pageOf(t, run)
	require.Len(t, p.Data.Winners, 1)
	assert.Equal(t, "by over a factor of two", certainty(p.Data.Winners[0]))
}

// With few rounds, an interrupt can reach the median time of a case, and no single set is tested.
func TestFewRoundsHaveNoSlowestCasesAndNoTest(t *testing.T) {
	run := usual()
	run.Benchmarks = run.Benchmarks[:2]
	run.Benchmarks[1].Times = ms(9, 18)
	for rounds, few := range map[int]bool{1: true, 5: true, 6: false} {
		run.Rounds = rounds
		p, html := pageOf(t, run)
		assert.Equal(t, few, strings.Contains(section(t, html, "cases"), "Of fewer than 6 rounds, the slowest cases are"), rounds)
		assert.Equal(t, few, !strings.Contains(section(t, html, "cases"), "gridjudge explain --solver dlx"), rounds)
		assert.Equal(t, few, certainty(p.Data.Winners[0]) == "not tested: fewer than 6 common rounds", rounds)
		assert.Equal(t, few, !strings.Contains(section(t, html, "sets"), " ▼</td>"), rounds)
	}
}

func rounded(work []Work) []Work {
	for i := range work {
		for _, v := range []*float64{&work[i].NSPer, &work[i].ByNodes, &work[i].ByNode, &work[i].Ratio} {
			fmt.Sscanf(fmt.Sprintf("%.9g", *v), "%g", v)
		}
	}
	return work
}

func TestEveryKindOfRunGivesAPage(t *testing.T) {
	one := func(b resultstest.Benchmark) resultstest.Run {
		return resultstest.Run{Commit: "c", Rounds: 7, Started: started, Benchmarks: []resultstest.Benchmark{b}}
	}
	unfinished := usual()
	unfinished.Unfinished = true
	second := usual()
	second.Started, second.Commit = started.Add(time.Hour), "fedcba98765432"
	for name, runs := range map[string][]resultstest.Run{
		"one solver, one case":   {one(resultstest.Benchmark{Set: "p/x", Solver: "a", Times: ms(1), Nodes: []uint64{1}})},
		"nothing solved":         {one(resultstest.Benchmark{Set: "p/x", Solver: "a", Times: ms(-1, -1), Nodes: []uint64{1, 1}})},
		"only a program":         {one(resultstest.Benchmark{Set: "p/x", Solver: "mine", Times: ms(1, 2), Process: true})},
		"only a batch":           {one(resultstest.Benchmark{Set: "p/x", Solver: "a", Times: ms(1, 2), Batch: true})},
		"half-finished":          {unfinished},
		"two runs":               {usual(), second},
		"no nodes, a time of 0":  {one(resultstest.Benchmark{Set: "p/x", Solver: "a", Times: ms(0, 1), Nodes: []uint64{0, 0}})},
		"a problem of two kinds": {usual(), one(resultstest.Benchmark{Set: "q/x", Solver: "a", Times: ms(3)})},
	} {
		t.Run(name, func(t *testing.T) {
			p, _ := pageOf(t, runs...)
			var b bytes.Buffer
			require.NoError(t, p.WriteJSON(&b))
			assert.True(t, json.Valid(b.Bytes()))
		})
	}
}

// verdict returns what a page knows about a solver on a set.
func verdict(p *Page, set, solver string) *SetResult {
	i := slices.IndexFunc(p.Data.Verdicts, func(v *SetResult) bool { return v.Set == set && v.Solver == solver })
	return p.Data.Verdicts[i]
}

// section returns the part of a page that has the given id.
func section(t *testing.T, html, id string) string {
	t.Helper()
	_, from, ok := strings.Cut(html, `<section id="`+id+`">`)
	require.True(t, ok, id)
	found, _, ok := strings.Cut(from, "</section>")
	require.True(t, ok, id)
	return found
}

func TestABareFileBesideARunGivesAPage(t *testing.T) {
	parent := t.TempDir()
	dir := resultstest.Write(t, parent, usual())
	recorded, err := ranking.Load([]string{filepath.Join(dir, results.SamplesFile), dir}, nil)
	require.NoError(t, err)
	var b bytes.Buffer
	require.NoError(t, New(recorded, Options{}).WriteHTML(&b))
	check(t, b.String())
}

func TestABareFileGivesAPage(t *testing.T) {
	file := filepath.Join(t.TempDir(), "a.bench")
	require.NoError(t, os.WriteFile(file, []byte("BenchmarkSolve/problem=p/set=s/solver=dlx 1 100 ns/op 7 nodes/op\n"), 0o666))
	recorded, err := ranking.Load([]string{file}, nil)
	require.NoError(t, err)
	var b bytes.Buffer
	require.NoError(t, New(recorded, Options{}).WriteHTML(&b))
	check(t, b.String())
	assert.Contains(t, b.String(), "unknown: a bare file")
	assert.NotContains(t, b.String(), "verdicts are AC", "it has times, and no verdict")
	for _, v := range collect(recorded).Verdicts {
		assert.Equal(t, judge.NotJudged, v.Verdict)
	}
}

func TestHostileNamesAreEscaped(t *testing.T) {
	hostile := `<script>alert('"x"')</script>_%&#` + strings.Repeat("y", 300)
	run := usual()
	run.Commit = hostile
	run.Environment = machine.Environment{Kernel: hostile, Microcode: hostile, Governor: hostile}
	for i := range run.Benchmarks {
		// A slash and a blank would end the name of a benchmark.
		run.Benchmarks[i].Solver += strings.ReplaceAll(hostile, "/", "|")
		run.Benchmarks[i].Set += strings.ReplaceAll(hostile, "/", "|")
	}
	_, html := pageOf(t, run)
	assert.NotContains(t, html, "<script>alert")
	assert.Contains(t, html, "&lt;script&gt;alert")
}

func TestTrustBoxShowsTheEnvironment(t *testing.T) {
	old, seen := usual(), usual()
	seen.Started = started.Add(time.Hour)
	seen.Environment = machine.Environment{Kernel: "6.1.0-9", Microcode: "0x2f", Governor: string(machine.Hidden)}
	_, html := pageOf(t, old, seen)
	for _, want := range []string{
		`<tr class="differs"><th scope="row">kernel</th><td>not recorded</td><td>6.1.0-9</td></tr>`,
		`<td>not recorded</td><td>0x2f</td>`, `<td>not recorded</td><td>not shown by the system</td>`,
	} {
		assert.Contains(t, html, want)
	}
}

// A merged run does not have a machine of its own.
func TestTrustBoxOfAMergedRunShowsItsShards(t *testing.T) {
	run := &results.Manifest{}
	pinned := 3
	run.Origins = []*results.Manifest{
		{Request: results.Request{Shard: results.Shard{Index: 1, Of: 2}}, Load: [2]float64{0.5, 1}, Forced: 7},
		{Request: results.Request{Shard: results.Shard{Index: 2, Of: 2}, Settings: results.Settings{CPU: &pinned}}, Load: [2]float64{2, 3}},
	}
	values := map[string]string{}
	for _, row := range trust(&Data{Runs: []Run{{Manifest: run}}}) {
		values[row.Name] = row.Values[0]
	}
	assert.Equal(t, "shard 1/2: 0.50, 1.00; shard 2/2: 2.00, 3.00", values["load at start and end"])
	assert.Equal(t, "shard 1/2: 7; shard 2/2: 0", values["forced context switches"])
	assert.Equal(t, "shard 1/2: no; shard 2/2: 3", values["bound to processor"])
}

// A ratio to a reference that was not accepted would be a ratio to a penalty.
func TestAReferenceThatFailedHasNoRatio(t *testing.T) {
	run := usual()
	run.Benchmarks = run.Benchmarks[:2]
	run.Benchmarks[0].Times = ms(10, -1)
	_, html := pageOf(t, run)
	sets := section(t, html, "sets")
	assert.Contains(t, sets, ">3.000 ms ▼<")
	assert.Contains(t, sets, `<a href="#failure-0">WA 1/2</a>`)
	assert.Contains(t, sets, ">exact: it solved more<")
	assert.NotRegexp(t, `[0-9]x`, sets)
	assert.Contains(t, section(t, html, "ranking"), ">1/2 solved<")
}
