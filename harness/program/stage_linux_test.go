package program

import (
	"bytes"
	"context"
	"fmt"
	"net"
	"os"
	"os/exec"
	"path/filepath"
	"runtime"
	"strings"
	"sync"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"gridjudge/corpus"
	"gridjudge/corpus/cases"
	"gridjudge/corpus/grids"
	"gridjudge/harness/judge"
	"gridjudge/harness/testset"
	"gridjudge/solvers"
)

// ownTemp is the folder in which this test binary makes all its temporary files, so that a test sees which are left
// behind.
var ownTemp string

func TestMain(m *testing.M) {
	var err error
	if ownTemp, err = os.MkdirTemp("", "fixtures-"); err != nil {
		panic(err)
	}
	os.Setenv("TMPDIR", ownTemp)
	code := m.Run()
	os.RemoveAll(ownTemp)
	os.Exit(code)
}

// stage has everything that the fixtures need: the program, the test set, and files and servers that are not for
// them.
type stage struct {
	dir, program                 string
	answers, outside, server     string
	decoy                        string // the number of a process to kill, which stands for the judge
	noInterpreter, notExecutable string
	set                          *testset.TestSet
	cases                        cases.Cases // of the set
}

// fixtureProgram builds the fixture once, unless the caller has built it already.
var fixtureProgram = sync.OnceValues(func() (string, error) {
	if *prebuilt != "" {
		return *prebuilt, nil
	}
	program := filepath.Join(ownTemp, "fixture")
	out, err := exec.Command("go", "build", "-ldflags=-s", "-o", program, "./testdata/fixture").CombinedOutput()
	if err != nil {
		err = fmt.Errorf("%w: %s", err, out)
	}
	return program, err
})

// newStage builds the fixture and the things around it.
func newStage(t *testing.T) *stage {
	dir := t.TempDir()
	s := &stage{dir: dir, program: filepath.Join(dir, "fixture"), answers: filepath.Join(dir, "answers"),
		noInterpreter: filepath.Join(dir, "no-interpreter"), notExecutable: filepath.Join(dir, "not-executable")}
	built, err := fixtureProgram()
	require.NoError(t, err)
	require.NoError(t, os.Link(built, s.program))
	outside := t.TempDir()
	require.NoError(t, os.Chmod(outside, 0o777))
	s.outside = filepath.Join(outside, "left-behind")

	problem, err := corpus.LookupProblem("poj3074")
	require.NoError(t, err)
	var list []grids.Case
	input := ""
	for _, c := range fixtureCases {
		puzzle, err := solvers.ParseGrid(c.puzzle)
		require.NoError(t, err, c.puzzle)
		list = append(list, grids.Case{Puzzle: puzzle})
		input += c.puzzle + "\n"
	}
	// The fixture's own solver is checked here before it is relied upon.
	right := exec.Command(s.program, "right")
	right.Stdin = strings.NewReader(input)
	answers, err := right.Output()
	require.NoError(t, err)
	lines := strings.Fields(string(answers))
	require.Len(t, lines, len(fixtureCases))
	for i, line := range lines {
		c := &list[i]
		c.Answer, err = solvers.ParseGrid(line)
		require.NoError(t, err)
		require.NoError(t, solvers.Check(c.Puzzle, c.Answer), "case %d", i+1)
		if c.Solutions = cases.One; fixtureCases[i].several {
			c.Solutions = cases.Certificate{N: 2, Is: cases.LowerBound}
		}
		if want := fixtureCases[i].answer; want != "" {
			require.Equal(t, want, line)
		}
	}
	s.set = testset.Of("poj3074/fixtures", problem, &grids.List{Format: grids.POJ3074, Cases: list})
	s.set.TimeLimit = fixtureLimit
	s.cases, err = s.set.All(t.Context())
	require.NoError(t, err)

	write := func(file, text string, mode os.FileMode) {
		require.NoError(t, os.WriteFile(file, []byte(text), mode))
	}
	write(s.answers, string(answers), 0o644)
	write(s.noInterpreter, "#!/nowhere/interpreter\n", 0o755)
	write(s.notExecutable, "#!/bin/sh\ncat\n", 0o644)
	write(filepath.Join(dir, "broken.sh"), "echo undefined: nothing >&2; exit 1\n", 0o644)

	decoy := exec.Command("cat")
	_, err = decoy.StdinPipe() // so that it ends with this process
	require.NoError(t, err)
	require.NoError(t, decoy.Start())
	s.decoy = fmt.Sprint(decoy.Process.Pid)
	t.Cleanup(func() { // not earlier: until then no other process can get its number
		decoy.Process.Kill()
		decoy.Wait()
	})

	listener, err := net.Listen("tcp", "127.0.0.1:0")
	require.NoError(t, err)
	t.Cleanup(func() { listener.Close() })
	s.server = listener.Addr().String()
	serve(listener, answers)
	return s
}

// serve answers everybody who connects.
func serve(listener net.Listener, answers []byte) {
	go func() {
		for {
			c, err := listener.Accept()
			if err != nil {
				return
			}
			c.Write(answers)
			c.Close()
		}
	}()
}

// compiled are the fixtures that need C, because the runtime of Go would catch their faults first.
func (s *stage) compiled(t *testing.T) []fixture {
	compiler, err := exec.LookPath("cc")
	if err != nil {
		t.Log("no C compiler here: without the fixtures c-stack, c-divides, c-aborts")
		return nil
	}
	program := filepath.Join(s.dir, "crash")
	out, err := exec.Command(compiler, "-O0", "-w", "-o", program, "testdata/crash.c").CombinedOutput()
	require.NoError(t, err, "%s", out)
	signal := func(name string) func(*testing.T, *Record) {
		return func(t *testing.T, r *Record) { assert.Equal(t, name, r.Facts.Signal) }
	}
	all := []fixture{
		{name: "c-stack", run: []string{program, "stack"}, want: judge.RuntimeError, also: signal("SIGSEGV")},
		{name: "c-divides", run: []string{program, "divides"}, want: judge.RuntimeError, also: signal("SIGFPE")},
		{name: "c-aborts", run: []string{program, "aborts"}, want: judge.RuntimeError, also: signal("SIGABRT")},
	}
	// The search of AddressSanitizer for leaks would end this program with an error.
	sanitized := filepath.Join(s.dir, "sanitized")
	if out, err := exec.Command(compiler, "-O0", "-w", "-fsanitize=address", "-o", sanitized, "testdata/crash.c").CombinedOutput(); err != nil {
		t.Logf("no AddressSanitizer here: without the fixture c-sanitized: %s", out)
		return all
	}
	return append(all, fixture{name: "c-sanitized", run: []string{sanitized, "copies", s.answers}, want: judge.Accepted})
}

// play judges a fixture once and checks that nothing of it is left.
func (s *stage) play(t *testing.T, f *fixture) judge.Verdict {
	c := &Contestant{Name: f.name, Run: f.run, Build: f.build, Directory: s.dir, Read: []string{s.dir}, Limits: f.limits, PerCase: f.perCase}
	if f.hide != "" {
		c.Hide = []string{f.hide}
	}
	// Each copy has a name of its own, so that its processes can be told from all others.
	own := filepath.Join(t.TempDir(), "fixture")
	require.NoError(t, os.Link(s.program, own))
	if c.Run == nil {
		c.Run = append([]string{own, f.name}, f.args...)
	}
	program, err := c.Prepare(t.Context())
	require.NoError(t, err)
	var records []*Record
	res, err := program.Judge(t.Context(), s.set, Options{Keep: func(r *Record) error {
		records = append(records, r)
		return nil
	}})
	require.NoError(t, err)
	last := records[len(records)-1]
	want := f.want
	if res.Verdict == f.missed && f.missed != judge.NotJudged {
		want = f.missed
	}
	assert.Equal(t, want, res.Verdict, "%s %v: %s\nfacts: %+v\nstderr: %.300s", f.name, f.args, res.Reason(), last.Facts, last.Stderr)
	if f.also != nil {
		f.also(t, last)
	}
	assert.Empty(t, processesOf(own), "%s left processes behind", f.name)
	return res.Verdict
}

// processesOf lists the processes whose command line names a file.
func processesOf(file string) (found []string) {
	files, _ := filepath.Glob("/proc/[0-9]*/cmdline")
	for _, name := range files {
		text, _ := os.ReadFile(name)
		if bytes.Contains(text, []byte(file)) {
			found = append(found, fmt.Sprintf("%s: %q", name, text))
		}
	}
	return found
}

// descriptors counts the open descriptors of this process.
func descriptors(t *testing.T) int {
	entries, err := os.ReadDir("/proc/self/fd")
	require.NoError(t, err)
	return len(entries)
}

// load keeps every processor busy until it is stopped.
func load(t *testing.T, program string) (stop func()) {
	ctx, cancel := context.WithCancel(t.Context())
	var spinning sync.WaitGroup
	for range runtime.NumCPU() {
		spinning.Go(func() {
			for ctx.Err() == nil {
				_ = exec.CommandContext(ctx, program, "spins").Run() // started again until the context ends
			}
		})
	}
	return func() {
		cancel()
		spinning.Wait()
	}
}
