package results

import (
	"bytes"
	"compress/gzip"
	"os"
	"path/filepath"
	"regexp"
	"strings"
	"testing"
	"time"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"
)

// edit rewrites a file of a run.
func edit(t *testing.T, dir, name string, change func(string) string) {
	t.Helper()
	path := filepath.Join(dir, name)
	data, err := os.ReadFile(path)
	require.NoError(t, err)
	changed := change(string(data))
	require.NotEqual(t, string(data), changed, "nothing is changed in %s", name)
	require.NoError(t, os.WriteFile(path, []byte(changed), 0o644))
}

// TestDamagedRecords changes each file of a run so that it is still well formed.
func TestDamagedRecords(t *testing.T) {
	once := func(pattern, by string) func(string) string {
		re := regexp.MustCompile(pattern)
		return func(s string) string {
			at := re.FindStringIndex(s)
			require.NotNil(t, at, "no %s", pattern)
			return s[:at[0]] + by + s[at[1]:]
		}
	}
	for name, c := range map[string]struct {
		file    string
		change  func(string) string
		refused string // what the error names; "": the run is read, with a warning
	}{
		"accepted, with fewer cases":      {JudgedFile, once(`"passed":4`, `"passed":3`), JudgedFile + ":1:"},
		"a benchmark that nobody planned": {JudgedFile, once(`"p/a"`, `"p/z"`), JudgedFile + ":1:"},
		"a part that is not there":        {JudgedFile, once(`"digest"`, `"part":3,"digest"`), JudgedFile + ":1:"},
		"parts without content":           {ManifestFile, once(`"plan"`, `"parts":[null],"plan"`), ManifestFile},
		"a sample that was removed":       {SamplesFile, once(`(?m)^Benchmark.*solver=x.*\n`, ""), ""},
		"a sample twice": {SamplesFile, func(s string) string {
			line := regexp.MustCompile(`(?m)^Benchmark.*solver=x.*\n`).FindString(s)
			return s + line
		}, ""},
	} {
		t.Run(name, func(t *testing.T) {
			dir := cut{most: -1, bench: true}.write(t, t.TempDir())
			whole, err := Read(dir)
			require.NoError(t, err)
			require.Empty(t, whole.Warnings)
			edit(t, dir, c.file, c.change)
			run, err := Read(dir)
			if c.refused != "" {
				assert.ErrorContains(t, err, c.refused)
				return
			}
			require.NoError(t, err)
			assert.Len(t, run.Warnings, 1)
			assert.ErrorContains(t, warned(run), "damaged")
		})
	}
}

// warned returns the warnings of a run as an error.
func warned(r *Run) error {
	return &MissingError{Commands: r.Warnings}
}

// TestBlanksAreNotUnpacked reads cases that take a thousandth of their length.
func TestBlanksAreNotUnpacked(t *testing.T) {
	dir := cut{most: -1}.write(t, t.TempDir())
	var packed bytes.Buffer
	w := gzip.NewWriter(&packed)
	blanks := []byte(strings.Repeat(" ", 1<<20))
	for range 100 {
		_, err := w.Write(blanks)
		require.NoError(t, err)
	}
	_, err := w.Write([]byte("[]"))
	require.NoError(t, err)
	require.NoError(t, w.Close())
	require.NoError(t, os.WriteFile(filepath.Join(dir, CasesFile), packed.Bytes(), 0o644))
	_, err = ReadCases(dir)
	assert.ErrorContains(t, err, CasesFile)
}

// FuzzRead reads runs in which one file has any content. Reading never panics, and never takes long.
func FuzzRead(f *testing.F) {
	dir := cut{most: -1, bench: true}.write(&testing.T{}, f.TempDir())
	files := []string{ManifestFile, JudgedFile, SamplesFile, CasesFile, FactsFile}
	var whole [][]byte
	for i, name := range files {
		data, err := os.ReadFile(filepath.Join(dir, name))
		require.NoError(f, err)
		whole = append(whole, data)
		f.Add(uint8(i), data)
	}
	f.Add(uint8(0), []byte(`{"version":2,"plan":{},"parts":[null]}`))
	f.Add(uint8(1), []byte(`{"set":"p/a","solver":"x","part":-1}`+"\n"))
	f.Fuzz(func(t *testing.T, which uint8, content []byte) {
		dir := t.TempDir()
		for i, name := range files {
			data := whole[i]
			if i == int(which)%len(files) {
				data = content
			}
			require.NoError(t, os.WriteFile(filepath.Join(dir, name), data, 0o644))
		}
		begun := time.Now()
		if runs, err := Load([]string{dir, dir}); err == nil {
			for _, run := range runs {
				run.Provenance()
				if run.Manifest != nil && !run.Manifest.Shard.IsZero() {
					Merge([]*Run{run})
				}
			}
		}
		ReadCases(dir)
		if spent := time.Since(begun); spent > 10*time.Second {
			t.Errorf("%v for %d bytes", spent, len(content))
		}
	})
}
