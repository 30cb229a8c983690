package results

import (
	"os"
	"path/filepath"
	"strings"
	"testing"
	"time"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"gridjudge/harness/machine"
)

// TestAFileTellsItsSettings: a file that is read without its run still tells each setting that changes what is searched
// or accepted. A setting with its default has no line.
func TestAFileTellsItsSettings(t *testing.T) {
	told := map[string]bool{}
	for _, change := range []func(r *Request){
		func(r *Request) {},
		func(r *Request) { r.Solutions = 1 },
		func(r *Request) { r.Solutions = 2 },
		func(r *Request) { r.Solutions = All },
		func(r *Request) { r.Limits.Time = new(time.Duration) },
		func(r *Request) { r.Limits.Time = new(20 * time.Millisecond) },
		func(r *Request) { r.Limits.Case = 1500 * time.Microsecond },
		func(r *Request) { r.Limits.Nodes = 7 },
		func(r *Request) { r.Limits.Scale = 1.0 / 3 },
		func(r *Request) { r.Limits.Memory, r.Limits.Wall = 1<<30, time.Hour },
		func(r *Request) { r.Limits.Memory = 60_000_001 },
		func(r *Request) { r.Limits.Address, r.Limits.Processes = 3<<20, 7 },
		func(r *Request) { r.Limits.Confined = true }, // it only stops a run
		func(r *Request) { r.KeepGoing = true },
		func(r *Request) { r.PerCase = true },
		func(r *Request) { r.Strict = true },
		func(r *Request) {
			r.Solutions, r.Limits.Time, r.Limits.Nodes, r.Limits.Scale = 3, new(time.Second), 1<<60, 10_000
		},
	} {
		dir := cut{most: -1, bench: true, change: func(m *Manifest) { change(&m.Request) }}.write(t, t.TempDir())
		m, err := ReadManifest(dir)
		require.NoError(t, err)
		path := filepath.Join(dir, SamplesFile)
		for _, read := range []string{dir, path} {
			run, err := Read(read)
			require.NoError(t, err)
			assert.Empty(t, run.Request().Differences(&m.Request, OfRules), read)
			assert.Equal(t, m.Unusual(), run.Request().Unusual())
			assert.Contains(t, run.Provenance(), m.Unusual())
			assert.Equal(t, m.Wanted() > 1, Searched(run.Results), read)
		}
		differences := m.Differences(&Request{Verb: m.Verb}, OfRules)
		assert.Equal(t, len(differences) > 0, len(m.lines()) > 0, "a default has no line: %s", m.lines())
		for _, d := range differences {
			told[d.Flag] = true
		}
	}
	for _, s := range new(Request).settings() {
		assert.Equal(t, s.weight >= OfRules, told[s.flag], "%s: a new setting needs a line", s.flag)
	}
}

// TestSettingsThatCannotBeReadAreNamed: the file is an error, because nobody knows what it measured.
func TestSettingsThatCannotBeReadAreNamed(t *testing.T) {
	for line, want := range map[string]string{
		"solutions: two":                  "solutions",
		"solutions: 0":                    "solutions",
		"solutions: -1":                   "solutions",
		"solutions: 18446744073709551616": "solutions",
		"limits: time=soon":               "limits: time",
		"limits: time":                    "limits: time",
		"limits: nodes=0":                 "limits: nodes",
		"limits: scale=NaN":               "limits: scale",
		"limits: 20ms":                    "limits: 20ms",
		"limits: memory=much":             "limits: memory",
		"limits: wall=0s":                 "limits: wall",
		"limits: processes=0":             "limits: processes",
		"limits: address-space=":          "limits: address-space",
		"limits: time=1s,":                "limits",
		"strict: maybe":                   "strict",
	} {
		_, err := Read(benchFile(t, "cpu: A", line, "{x} 1 5 ns/op"))
		require.ErrorContains(t, err, "new.bench:3: the configuration "+want, line)
	}
	for _, line := range []string{"solutions: 1", "solutions:", "limits: time=none", "limits: scale=1", "strict: false"} {
		run, err := Read(benchFile(t, line, "{x} 1 5 ns/op"))
		require.NoError(t, err, line)
		assert.False(t, Searched(run.Results), line)
		assert.Equal(t, strings.Contains(line, "time=none"), run.Request().Unusual() != "", line)
	}
}

// TestDifferencesOfFiles: in a file with several searches, each benchmark has settings of its own.
func TestDifferencesOfFiles(t *testing.T) {
	read := func(lines ...string) *Run {
		run, err := Read(benchFile(t, lines...))
		require.NoError(t, err)
		return run
	}
	x, y := "{x} 1 5 ns/op", "{y} 1 5 ns/op"
	for _, c := range []struct {
		old, new []string
		want     int
	}{
		{[]string{x}, []string{x}, 0},
		{[]string{x}, []string{"solutions: 1", x}, 0},
		{[]string{x}, []string{"solutions: 2", x}, 1},
		{[]string{"solutions: 2", x}, []string{"solutions: 2", x}, 0},
		{[]string{"solutions: 2", x}, []string{"solutions: 3", "limits: time=1s", x}, 2},
		{[]string{x, "solutions: 2", y}, []string{x, "solutions: 2", y}, 0},
		{[]string{x, "solutions: 2", y}, []string{x, y}, 1},
		{[]string{x, "solutions: 2", y}, []string{x}, 0},
		{[]string{"solutions: 2", x, y}, []string{x, y}, 1},
		{[]string{"solutions: 2", x, "--- FAIL: {y}"}, []string{"solutions: 2", x, y}, 0},
		{[]string{"solutions: 2", x, "FAIL"}, []string{"solutions: 2", x, y}, 0},
	} {
		for _, pair := range [][2][]string{{c.old, c.new}, {c.new, c.old}} {
			old, new := read(pair[0]...), read(pair[1]...)
			Match(old, new)
			assert.Len(t, old.Differences(new), c.want, "%q", pair)
		}
	}
	dir := cut{most: -1, bench: true, change: func(m *Manifest) { m.Solutions = 2 }}.write(t, t.TempDir())
	folder, err := Read(dir)
	require.NoError(t, err)
	bare := read("BenchmarkSolve/problem=p/set=a/solver=x 1 5 ns/op")
	assert.Len(t, folder.Differences(bare), 1, "a folder and a file")
	assert.Len(t, bare.Differences(folder), 1)
}

// TestTheHeadIsAsBefore: with the usual settings, the head of a run is the same as in every run that was recorded
// before.
func TestTheHeadIsAsBefore(t *testing.T) {
	m := Manifest{Machine: machine.Machine{GOOS: "linux", GOARCH: "amd64", Go: "go1.26", CPU: "One"}}
	_, config, found := strings.Cut(string(m.head()), "par2-ns/op better=lower\n")
	require.True(t, found)
	_, config, _ = strings.Cut(config, "better=lower\n")
	assert.True(t, strings.HasPrefix(config, "goos: linux\ngoarch: amd64\ncpu: One\ngoversion: go1.26\ncorpus: "), config)
	for _, pattern := range []string{"../../results/*/*/" + SamplesFile, "testdata/version2/*/" + SamplesFile} {
		paths, err := filepath.Glob(pattern)
		require.NoError(t, err)
		require.NotEmpty(t, paths, pattern)
		for _, path := range paths {
			data, err := os.ReadFile(path)
			require.NoError(t, err)
			require.NotEmpty(t, data)
			run, err := Read(path)
			require.NoError(t, err)
			assert.Empty(t, run.Request().Unusual(), path)
		}
	}
}
