package program

import (
	"os"
	"path/filepath"
	"strings"
	"testing"
	"time"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"gridjudge/corpus"
	"gridjudge/solvers"
)

func TestParseExec(t *testing.T) {
	c, err := ParseExec(`mine=./solve --name "two words" 'it''s' a\ b`, "/home", Overrides{})
	require.NoError(t, err)
	assert.Equal(t, "mine", c.Name)
	assert.Equal(t, []string{"./solve", "--name", "two words", "its", "a b"}, c.Run)

	for value, want := range map[string]string{
		"mine":             "want name=COMMAND",
		"=./solve":         `name ""`,
		"Mine=./solve":     `name "Mine"`,
		"2fast=./solve":    `name "2fast"`,
		"a/b=./solve":      `name "a/b"`,
		"mine=":            "the command is empty",
		"mine=   ":         "the command is empty",
		`mine=./solve "--`: "quote",
	} {
		_, err := ParseExec(value, "/home", Overrides{})
		if assert.Error(t, err, value) {
			assert.Contains(t, err.Error(), want, value)
			assert.Contains(t, err.Error(), "--exec", value)
		}
	}
}

// folder makes a directory with one executable, one other file and a folder.
func folder(t *testing.T) string {
	dir := t.TempDir()
	require.NoError(t, os.WriteFile(filepath.Join(dir, "solve"), []byte("#!/bin/sh\n"), 0o755))
	require.NoError(t, os.WriteFile(filepath.Join(dir, "solve.py"), []byte("print()\n"), 0o644))
	require.NoError(t, os.Mkdir(filepath.Join(dir, "lib"), 0o755))
	return dir
}

func TestResolve(t *testing.T) {
	dir := folder(t)
	for _, c := range []struct{ command, path, args string }{
		{"./solve", dir + "/solve", ""},
		{"./solve solve.py x lib ./lib .", dir + "/solve", dir + "/solve.py x lib " + dir + "/lib " + dir},
		{"./solve -cp lib:solve.py Main", dir + "/solve", "-cp " + dir + "/lib:" + dir + "/solve.py Main"},
		{dir + "/solve --in=solve.py", dir + "/solve", "--in=solve.py"},
	} {
		got, err := resolve(dir, strings.Fields(c.command))
		require.NoError(t, err, c.command)
		assert.Equal(t, c.path, got.path, c.command)
		assert.Equal(t, c.args, strings.Join(got.args, " "), c.command)
		assert.Contains(t, got.named, c.path, "the program may be read")
	}
	shell, err := resolve(dir, []string{"sh"})
	require.NoError(t, err)
	assert.True(t, filepath.IsAbs(shell.path), shell.path)

	require.NoError(t, os.Symlink("/proc/self/exe", filepath.Join(dir, "itself")))
	for command, want := range map[string]string{
		"./nothing":  "no such file",
		"./lib":      "is a directory",
		"./solve.py": "permission denied: chmod +x makes it a command, or if it is source text, compile it or name its interpreter",
		"solve.py":   "write ./solve.py, or if it is source text, compile it or name its interpreter (python3 FILE)",
		"solve":      "write ./solve",
		"no-such":    "executable file not found",
		"./itself":   "leads to /proc",
	} {
		_, err := resolve(dir, []string{command})
		assert.ErrorContains(t, err, want, command)
	}
}

func TestCheck(t *testing.T) {
	dir := folder(t)
	a := &Contestant{Name: "a", Run: []string{"./solve"}, Directory: dir, Origin: "--exec a"}
	assert.NoError(t, Check([]*Contestant{a}))
	assert.ErrorContains(t, Check([]*Contestant{a, a}), `--exec a: the name "a" is taken already`)
	toBuild := &Contestant{Name: "b", Build: []string{"./solve"}, Run: []string{"./later"}, Directory: dir}
	assert.NoError(t, Check([]*Contestant{toBuild}), "what a build command will make may be missing")
}

func TestReadFile(t *testing.T) {
	dir := t.TempDir()
	file := filepath.Join(dir, "contestants.toml")
	require.NoError(t, os.Mkdir(filepath.Join(dir, "cpp"), 0o777))
	require.NoError(t, os.WriteFile(file, []byte(`# two programs
[[contestant]]
name = "array"
build = "g++ -O2 -o array array.cpp"
run = "./array --quiet"
problems = ["poj3074", "poj3076"]
directory = "cpp"
limits = { time = "2s", wall = "30s", memory = "256M", address-space = "2G", processes = 9, build = "1m" }

[[contestant]]
name = "script"
run = "python3 solve.py"
per-case = true
[contestant.limits]
memory = "65536K"
`), 0o644))
	all, err := ReadFile(file)
	require.NoError(t, err)
	require.Len(t, all, 2)
	a := all[0]
	assert.Equal(t, "array", a.Name)
	assert.Equal(t, []string{"g++", "-O2", "-o", "array", "array.cpp"}, a.Build)
	assert.Equal(t, []string{"./array", "--quiet"}, a.Run)
	assert.Equal(t, filepath.Join(dir, "cpp"), a.Directory)
	assert.Equal(t, Overrides{Time: 2 * time.Second, Wall: 30 * time.Second, Memory: 256 << 20, Address: 2 << 30, Processes: 9, Build: time.Minute}, a.Limits)
	assert.Equal(t, file+`:2: contestant 1, "array"`, a.Origin)
	assert.True(t, all[1].PerCase)
	assert.Equal(t, dir, all[1].Directory)
	assert.Equal(t, int64(64<<20), all[1].Limits.Memory)

	lookup := func(name string) *corpus.Problem {
		p, err := corpus.LookupProblem(name)
		require.NoError(t, err)
		return p
	}
	assert.Equal(t, "poj3074", a.FormatFor(lookup("poj3074")).Name)
	assert.Equal(t, "poj3074", a.FormatFor(lookup("luogu1784")).Name, "another problem of its size")
	assert.Nil(t, a.FormatFor(lookup("sudoku25")))
	assert.Equal(t, "sudoku25", all[1].FormatFor(lookup("sudoku25")).Name, "it names no problems")
}

// TestReadFileErrors: every error names the file, the line or the contestant, and what is wrong.
func TestReadFileErrors(t *testing.T) {
	const good = "[[contestant]]\nname = \"a\"\nrun = \"./a\"\n\n"
	for _, c := range []struct{ text, want string }{
		// The decoder's own errors.
		{"[[contestant]]\nname = \"a\"\nrun = [\"./a.out\"]\n", ":3: contestant.run: toml: cannot decode TOML array into "},
		{"[[contestant]]\nname = \"a\"\nrun = \"./a\"\nlimits = { tiem = \"1s\" }\n", `, "a": limits.tiem: there is no such limit`},
		{"[[contestant]]\nname = \"a\"\nrun = \"./a\"\nlimits.tiem = \"1s\"\n", `, "a": limits.tiem: there is no such limit`},
		{"contestant = [ { name = \"a\",\n ran = \"./a\" } ]\n", ":2: ran: toml: unknown field"},
		{"[[contestant]]\nname = \"a\"\nrun = 7\n", ":3: contestant.run: toml: cannot decode TOML integer into "},
		{good + "problems = \"poj3074\"\n", ":5: contestant.problems: toml: cannot decode TOML string into "},
		{good + "limits = 7\n", ":5: contestant.limits: toml: cannot decode TOML integer into "},
		{good + "[[contestant]]\nname = \"b\"\nrum = \"./b\"\n", ":7: contestant.rum: toml: unknown field"},
		{good + "[[contestant]]\nname = \"b\"\nrun = \"./b\nx\"\n", ":7: toml: "},
		{good + "[[contestant]]\nname = \"b\"\nrun = 7\n", ":7: contestant.run: toml: "},
		{good + "[[contestants]]\nname = \"b\"\nrun = \"./b\"\n", ":5: contestants: toml: missing table"},
		{good + "[contestant.limits]\nmemroy = \"1G\"\n", `, "a": limits.memroy: there is no such limit`},

		{"", ": there is no [[contestant]] in it"},
		{"[contestant]\nname = \"a\"\nrun = \"\"\n", `:1: contestant 1, "a": run: the command is empty`},
		{"\ncontestant = [ { name = \"a\", run = \"\" } ]\n", `:2: contestant 1, "a": run: the command is empty`},
		{"\xef\xbb\xbf" + good + "[[contestant]]\nname = \"b\"\n", `:5: contestant 2, "b": run: the command is empty`},
		{"[[contestant]]\nname = \"a\"\nrun = \"./a\"\nread = [\"/no/where\"]\n", `, "a": there is no file or folder /no/where`},
		{good + "[[contestant]]\nname = \"b\"\nrun = \"./b\"\ndirectory = \"none\"\n", `, "b": there is no file or folder `},
		{good + "[[contestant]]\nname = \"b\"\nproblems = [\"poj3047\"]\nrun = \"./b\"\n", `, "b": unknown problem "poj3047"`},
		{good + "[[contestant]]\nname = \"b\"\nrun = \"'./b\"\n", `, "b": run: `},
		{good + "[[contestant]]\nname = \"B\"\nrun = \"./b\"\n", `:5: contestant 2, "B": name "B"`},
		{good + "[contestant.limits]\ntime = \"0s\"\n", `, "a": limits.time: `},
		{good + "[contestant.limits]\nmemory = \"much\"\n", `, "a": limits.memory: `},
		{"[[contestant]]\nname = \"a\"\nrun = \"./a\"\nlimits = { processes = -1 }\n", `, "a": limits.processes: `},
		{"[[contestant]]\nname = \"a\"\nrun = \"./a\"\nbuild = \"\\\"\"\n", `, "a": build: `},
	} {
		file := filepath.Join(t.TempDir(), "c.toml")
		require.NoError(t, os.WriteFile(file, []byte(c.text), 0o644))
		_, err := ReadFile(file)
		if assert.Error(t, err, c.text) {
			assert.Contains(t, err.Error(), c.want, c.text)
			assert.True(t, strings.HasPrefix(err.Error(), file+":"), "%v", err)
		}
	}
	_, err := ReadFile("/nowhere/c.toml")
	assert.ErrorContains(t, err, "/nowhere/c.toml")
}

func TestLimits(t *testing.T) {
	var o Overrides
	for _, limit := range []string{"memory=256M", "wall=3s", "address-space=1G", "processes=7", "time=2s", "build=1m", "confined=required"} {
		key, value, _ := strings.Cut(limit, "=")
		require.NoError(t, o.Set(key, value))
	}
	assert.Equal(t, Overrides{
		Memory: 256 << 20, Wall: 3 * time.Second, Address: 1 << 30, Processes: 7, Time: 2 * time.Second, Build: time.Minute, Confined: true,
	}, o)
	for key, values := range map[string][]string{
		"memory": {"much", "0", "7M"}, "wall": {"-1s", "0s", "soon"}, "processes": {"-1", "0", "some"}, "confined": {"", "true"}, "memroy": {"1G"},
	} {
		for _, value := range values {
			assert.Error(t, new(Overrides).Set(key, value), "%s=%s", key, value)
		}
	}
}

// TestWhoIsUnasked: a built-in solver that takes part beside programs, unless the user named it.
func TestWhoIsUnasked(t *testing.T) {
	for _, named := range []bool{true, false} {
		all, err := Isolated([]*solvers.Spec{{Name: "x"}}, named)
		require.NoError(t, err)
		require.Len(t, all, 1)
		assert.Equal(t, !named, all[0].Unasked())
	}
	assert.False(t, new(Contestant).Unasked())
}
