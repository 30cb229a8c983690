package results

import (
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"
)

// counted returns how many samples of each benchmark there are in the runs of paths.
func counted(t *testing.T, paths ...string) (samples map[Benchmark]int, runs []*Run) {
	t.Helper()
	runs, err := Load(paths)
	require.NoError(t, err)
	samples = map[Benchmark]int{}
	for _, run := range runs {
		assert.NotEmpty(t, run.Results, "%s", run.Label)
		for _, r := range run.Results {
			samples[r.Benchmark] += len(r.Samples)
		}
	}
	return samples, runs
}

// copyOf copies the folder of a run.
func copyOf(t *testing.T, dir string) string {
	t.Helper()
	to := filepath.Join(t.TempDir(), "copy")
	require.NoError(t, os.CopyFS(to, os.DirFS(dir)))
	return to
}

// mergedFrom writes the merged run of shards, which may be partial.
func mergedFrom(t *testing.T, shards ...string) string {
	t.Helper()
	run, err := merged(t, shards...)
	if err != nil {
		require.ErrorAs(t, err, new(*MissingError))
	}
	dir, err := run.Write(t.TempDir())
	require.NoError(t, err)
	return dir
}

// Each sample of a run counts once, whatever names the run and however often. A warning says that it was named twice.
func TestARunCountsOnce(t *testing.T) {
	for _, bench := range []bool{false, true} {
		whole := cut{most: -1, bench: bench}.write(t, t.TempDir())
		var shards []string
		for i := 1; i <= 3; i++ {
			shards = append(shards, cut{shard: Shard{i, 3}, most: -1, started: i, bench: bench}.write(t, t.TempDir()))
		}
		all := mergedFrom(t, shards...)
		repeated := cut{shard: Shard{2, 3}, most: -1, started: 9, bench: bench}.write(t, t.TempDir()) // of another start
		withRepeated := mergedFrom(t, append([]string{repeated}, shards...)...)
		early := cut{shard: Shard{1, 3}, most: 4, started: 1, bench: bench}.write(t, t.TempDir()) // as it was before it was resumed
		want, _ := counted(t, whole)
		require.Len(t, want, 15)
		for name, paths := range map[string][]string{
			"named twice":                     {whole, whole},
			"named in two ways":               {whole, filepath.Dir(whole)},
			"copied":                          {whole, copyOf(t, whole), copyOf(t, whole)},
			"its samples as a bare file":      {filepath.Join(whole, SamplesFile), whole, filepath.Join(copyOf(t, whole), SamplesFile)},
			"merged run first":                append([]string{all}, shards...),
			"merged run last":                 append(shards[:3:3], all),
			"merged twice":                    {all, withRepeated, mergedFrom(t, shards...)},
			"beside what merge left out":      {all, withRepeated, repeated, shards[1]},
			"partial beside whole":            {mergedFrom(t, shards[0]), all, mergedFrom(t, shards[1:]...)},
			"partial and the rest":            {mergedFrom(t, shards[0]), shards[1], shards[2]},
			"copied before it was resumed":    {early, shards[0], shards[1], shards[2]},
			"merged before a shard was ended": {mergedFrom(t, early, shards[2]), early, shards[0], shards[1]},
		} {
			got, runs := counted(t, paths...)
			assert.Equal(t, want, got, "bench %v: %s", bench, name)
			warned := false
			for _, run := range runs {
				for _, w := range run.Warnings {
					warned = warned || strings.HasSuffix(w, "count once")
				}
			}
			assert.Equal(t, name != "partial and the rest", warned, "%s: a warning", name)
		}
		again := cut{most: -1, bench: bench, started: 60}.write(t, t.TempDir())
		got, runs := counted(t, whole, again)
		assert.Len(t, runs, 2, "a run of the same plan with another start is another run")
		assert.Equal(t, 2*want[Benchmark{"p/a", "x"}], got[Benchmark{"p/a", "x"}])
		got, _ = counted(t, append([]string{repeated}, shards...)...)
		assert.Equal(t, 2*want[Benchmark{"p/b", "x"}], got[Benchmark{"p/b", "x"}], "so is a shard that was run again, until merge has chosen")
	}
}

// If two copies of a run were both resumed, they hold two measurements of one run, and neither of them is the right
// one.
func TestCopiesThatDivergedAreRefused(t *testing.T) {
	for _, bench := range []bool{false, true} {
		one := cut{shard: Shard{1, 3}, most: -1, started: 1, bench: bench}
		a := one.write(t, t.TempDir())
		one.result = func(r *Result) { r.Time++ }
		b := one.write(t, t.TempDir())
		_, err := Load([]string{a, b})
		require.ErrorContains(t, err, a)
		require.ErrorContains(t, err, b)
		require.ErrorContains(t, err, "p/a x")
		_, err = FindShards([]string{a, b})
		require.ErrorContains(t, err, b, "merge does not choose either")
	}
	a := cut{most: -1, bench: true}.write(t, t.TempDir())
	b := copyOf(t, a)
	one, err := Read(a)
	require.NoError(t, err)
	other, err := Read(b)
	require.NoError(t, err)
	other.Results[0].Samples[2].Wall++
	_, err = countOnce([]*Run{one, other})
	assert.ErrorContains(t, err, "p/a x", "the last sample differs")
}

// If a run is interrupted between the repeats of a program, the program is judged again. The facts of the first attempt
// go, so that all facts come from one judging.
func TestResumeForgetsWhatIsJudgedAgain(t *testing.T) {
	dir := cut{most: 4}.write(t, t.TempDir())
	path := filepath.Join(dir, FactsFile)
	before, err := os.ReadFile(path)
	require.NoError(t, err)
	of := map[Benchmark]bool{}
	read := func() (all []fakeFact) {
		facts, err := readLines[fakeFact](path)
		require.NoError(t, err)
		for _, f := range facts {
			all = append(all, *f)
		}
		return all
	}
	for _, f := range read() {
		of[Benchmark{f.Set, f.Contestant}] = true
	}
	require.Len(t, of, 4)
	unfinished := "{\"set\":\"p/c\",\"contestant\":\"x\"}\n"
	require.NoError(t, os.WriteFile(path, append([]byte(unfinished+unfinished), before...), 0o666))
	for range 2 {
		w, run, err := Resume(dir)
		require.NoError(t, err)
		for _, f := range read() {
			b := Benchmark{f.Set, f.Contestant}
			require.NotNil(t, ByBenchmark(run.Results)[b], "%s", b)
			assert.False(t, ByBenchmark(run.Results)[b].Awaits(1, w.Manifest), "%s is judged again", b)
		}
		require.NoError(t, w.Fact(fakeFact{"p/c", "x"}))
		require.NoError(t, w.Close())
		assert.Equal(t, fakeFact{"p/c", "x"}, read()[len(read())-1], "what follows is appended")
	}
}

// Two runs that began in the same second, in different folders, are told apart.
func TestRunsOfOneNameAreNamedByTheirPaths(t *testing.T) {
	var paths []string
	for i := range 3 {
		dir := cut{most: -1, bench: true, started: i}.write(t, t.TempDir())
		if i < 2 {
			same := filepath.Join(filepath.Dir(dir), "same")
			require.NoError(t, os.Rename(dir, same))
			dir = same
		}
		paths = append(paths, dir)
	}
	runs, err := Load(paths)
	require.NoError(t, err)
	require.Len(t, runs, 3)
	for i, want := range []string{paths[0], paths[1], filepath.Base(paths[2])} {
		assert.Equal(t, want, runs[i].Name())
		assert.Contains(t, runs[i].Provenance(), want+": ")
	}
}

// Every output that lists results tells if a program got another problem's format.
func TestFormatsAreTold(t *testing.T) {
	r := &Result{Benchmark: Benchmark{"poj2676/sample", "bob"}, Format: "poj3074"}
	notes := SettingNotes([]*Result{r, r, {Benchmark: Benchmark{"poj2676/sample", "ada"}}})
	require.Len(t, notes, 1)
	for _, name := range []string{"bob", "poj2676", "poj3074"} {
		assert.Contains(t, notes[0], name)
	}
}
