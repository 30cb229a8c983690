package program

import (
	"context"
	"io"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"gridjudge/corpus"
	"gridjudge/corpus/grids"
	"gridjudge/harness/sandbox"
	"gridjudge/harness/testset"
	"gridjudge/solvers"
)

// outcome runs a program once.
func outcome(t *testing.T, p *Program) *Record {
	problem, err := corpus.LookupProblem("poj3074")
	require.NoError(t, err)
	empty, err := solvers.ParseGrid(strings.Repeat(".", 81))
	require.NoError(t, err)
	set := testset.Of("poj3074/empty", problem, &grids.List{Format: grids.POJ3074, Cases: []grids.Case{{Puzzle: empty}}})
	pass, err := p.Judge(t.Context(), set, Options{})
	require.NoError(t, err)
	return pass.Records[0]
}

// A build may leave links, but none of them shows a file that the program could not read anyway, neither in this run
// nor if it was there before the next build. Links to files that are shown anyway are followed.
func TestLinksThatBuildsLeave(t *testing.T) {
	if !sandbox.Confined() {
		t.Skip("the kernel has no namespaces")
	}
	dir := t.TempDir()
	at := func(name string) string { return filepath.Join(dir, name) }
	for _, folder := range []string{"secret/sub", "other", "own"} {
		require.NoError(t, os.MkdirAll(at(folder), 0o777))
	}
	require.NoError(t, os.WriteFile(at("secret/sub/key"), []byte("the secret\n"), 0o666))
	require.NoError(t, os.WriteFile(at("other/solver"), []byte("#!/bin/sh\necho the secret\n"), 0o777))
	require.NoError(t, os.Symlink("secret", at("alias")))
	build := `ln -sfn ../secret data; ln -sf ../secret/sub/key file; ln -sf ` + at("secret/sub/key") + ` absolute
ln -sfn data/sub through; ln -sf ../other/solver prog; ln -sfn circle circle
mkdir -p folder; echo the secret >folder/real; ln -sf folder/real inside; ln -sf /usr/bin/env system`
	cat := func(args ...string) []string { // prints files, and the files in folders
		return append([]string{"sh", "-c", "IFS=:; for f in $*; do cat $f $f/key $f/sub/key; done", "sh"}, args...)
	}
	for name, c := range map[string]struct {
		run   []string
		read  []string // besides the folder
		shows bool
	}{
		"folder":    {run: cat("./data")},
		"file":      {run: cat("file")},
		"absolute":  {run: cat("absolute")},
		"below":     {run: cat("data/sub/key")},
		"through":   {run: cat("./through")},
		"classpath": {run: cat("-cp", "folder:data")},
		"program":   {run: []string{"./prog"}},
		"read":      {run: cat("--", at("own/data")+"/"), read: []string{"data"}},
		"circle":    {run: cat("./circle")},
		"inside":    {run: cat("inside"), shows: true},
		"system":    {run: []string{"./system", "echo", "the secret"}, shows: true},
		"declared":  {run: cat("./data"), read: []string{"../secret"}, shows: true},
		"named":     {run: cat("./data", "../secret/sub"), shows: true},
		"users":     {run: cat("../alias"), shows: true},
	} {
		builder := &Contestant{Name: "builder", Directory: at("own"), Read: []string{at("own")}, Build: []string{"sh", "-c", build}, Run: c.run}
		for _, path := range c.read {
			builder.Read = append(builder.Read, at("own/"+path))
		}
		p, err := builder.Prepare(t.Context())
		require.NoError(t, err)
		require.Empty(t, p.Broken, name)
		r := outcome(t, p)
		assert.Equal(t, c.shows, string(r.Output) != "", "%s: %s", name, r.Stderr)
		if name == "program" {
			assert.Contains(t, r.Facts.NotStarted, `read = ["`+at("other/solver")+`"]`)
		}
		if name == "file" {
			assert.Contains(t, r.Facts.LastWords, `read = ["`+at("secret/sub/key")+`"]`)
		}
	}
}

// A virtual environment works if its python is the system's, or the python that the build command runs, or a file
// that read names. Otherwise the reason says what read must name.
func TestEnvironmentsThatBuildsMake(t *testing.T) {
	if !sandbox.Confined() {
		t.Skip("the kernel has no namespaces")
	}
	dir := t.TempDir()
	at := func(name string) string { return filepath.Join(dir, name) }
	for _, folder := range []string{"py/bin", "py/lib/python3", "own"} {
		require.NoError(t, os.MkdirAll(at(folder), 0o777))
	}
	require.NoError(t, os.WriteFile(at("py/bin/python3.1"), []byte("#!/bin/sh\nln -sf $0 python\nls $(dirname $(readlink -f $0))/../lib\n"), 0o777))
	require.NoError(t, os.Symlink("python3.1", at("py/bin/python3")))
	links := []string{"ln", "-sf", at("py/bin/python3"), "python"}
	for _, c := range []struct {
		build []string
		read  []string
		works bool
	}{{links, nil, false}, {links, []string{at("py")}, true}, {[]string{at("py/bin/python3")}, nil, true}} {
		builder := &Contestant{Name: "a", Directory: at("own"), Read: append(c.read, at("own")), Build: c.build, Run: []string{"./python"}}
		p, err := builder.Prepare(t.Context())
		require.NoError(t, err)
		require.Empty(t, p.Broken)
		facts := outcome(t, p).Facts
		assert.Equal(t, c.works, facts.NotStarted == "" && facts.Output > 0, "%+v", facts)
		if !c.works {
			assert.Contains(t, facts.NotStarted, `read = ["`+at("py")+`"]`)
		}
	}
}

// A link that an earlier build left shows nothing to the next build, either, because that build could copy what it
// sees.
func TestABuildDoesNotSeeWhatLinksLeadTo(t *testing.T) {
	if !sandbox.Confined() {
		t.Skip("the kernel has no namespaces")
	}
	dir := t.TempDir()
	own := filepath.Join(dir, "own")
	require.NoError(t, os.Mkdir(own, 0o777))
	require.NoError(t, os.WriteFile(filepath.Join(dir, "key"), []byte("the secret"), 0o666))
	require.NoError(t, os.Symlink("../key", filepath.Join(own, "data")))
	c := &Contestant{Name: "a", Directory: own, Read: []string{own}, Build: []string{"cp", "data", "copy"}, Run: []string{"cat"}}
	p, err := c.Prepare(t.Context())
	require.NoError(t, err)
	assert.NotEmpty(t, p.Broken)
	assert.NoFileExists(t, filepath.Join(own, "copy"))
}

// A build can replace a folder inside its own that another contestant reads, or to which the build of another
// contestant writes.
func TestABuildReplacesTheFolderOfAnother(t *testing.T) {
	if !sandbox.Confined() {
		t.Skip("the kernel has no namespaces")
	}
	dir := t.TempDir()
	at := func(name string) string { return filepath.Join(dir, name) }
	file := at("own/contestants.toml")
	for _, folder := range []string{"own/lib", "own/inner", "secret"} {
		require.NoError(t, os.MkdirAll(at(folder), 0o777))
	}
	require.NoError(t, os.WriteFile(at("secret/key"), []byte("the secret"), 0o666))
	require.NoError(t, os.WriteFile(file, []byte(`
[[contestant]]
name = "reads"
run = "cat lib/key"
read = ["lib"]
[[contestant]]
name = "replaces"
build = "sh -c 'rmdir lib inner; ln -sfn ../secret lib; ln -sfn ../secret inner'"
run = "cat"
[[contestant]]
name = "inner"
directory = "inner"
build = "sh -c 'echo spoilt >key'"
run = "cat"
`), 0o666))
	all, err := ReadFile(file)
	require.NoError(t, err)
	programs, err := PrepareAll(t.Context(), all, io.Discard)
	require.NoError(t, err)
	assert.Empty(t, outcome(t, programs[0]).Output)
	assert.Contains(t, programs[2].Broken, "inner leads out of a folder")

	// The links stay from now on, whoever takes part.
	alone, err := PrepareAll(t.Context(), all[2:], io.Discard)
	require.NoError(t, err)
	assert.NotEmpty(t, alone[0].Broken)
	text, err := os.ReadFile(at("secret/key"))
	require.NoError(t, err)
	assert.Equal(t, "the secret", string(text))
}

// Files that a build leaves are compared up to a bound, and only where another build may write.
func TestLargeFilesThatBuildsLeave(t *testing.T) {
	dir := t.TempDir()
	at := func(name string) string { return filepath.Join(dir, name) }
	for _, folder := range []string{"own", "far"} {
		require.NoError(t, os.Mkdir(at(folder), 0o777))
	}
	require.NoError(t, os.WriteFile(at("far/small"), nil, 0o666))
	builder := func(name, script string, run ...string) *Contestant {
		return &Contestant{Name: name, Directory: at("own"), Read: []string{at("own")}, Build: []string{"sh", "-c", script}, Run: run}
	}
	programs, err := PrepareAll(t.Context(), []*Contestant{
		builder("sparse", "truncate -s 4T sparse; echo small >small", "cat", "sparse", "small"),
		builder("spoils", "truncate -s 4T small; mkdir many; for i in 1 2 3; do truncate -s 100M many/$i; done", "cat", "./many"),
		{Name: "far", Directory: at("far"), Run: []string{"cat", "small", "."}},
	}, io.Discard)
	require.NoError(t, err)
	assert.Contains(t, programs[1].Broken, "small, a file of the program of sparse")
	assert.Empty(t, programs[0].Broken+programs[2].Broken)

	recorded := func(p *Program, names []string) contents {
		r := &recorder{folder: at("own"), copies: t.TempDir(), left: comparedBytes}
		return r.record(t.Context(), p.Contestant, names)
	}
	assert.Len(t, recorded(programs[0], programs[0].command.named), 2, "the folder of the build, and no large file")
	assert.Empty(t, recorded(programs[2], programs[2].command.named), "no build writes there")
	assert.Len(t, recorded(programs[1], []string{at("own/many")}), 4, "the two folders, and two files; the third is beyond the bound")
	ctx, cancel := context.WithCancel(t.Context())
	cancel()
	_, err = PrepareAll(ctx, []*Contestant{builder("late", "true", "cat")}, io.Discard)
	assert.ErrorIs(t, err, context.Canceled)
}
