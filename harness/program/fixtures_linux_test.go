package program

import (
	"flag"
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"testing"
	"time"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"gridjudge/corpus/cases"
	"gridjudge/harness/judge"
	"gridjudge/harness/sandbox"
)

var (
	repeats  = flag.Int("repeats", 1, "how often every fixture is judged")
	loaded   = flag.Bool("load", false, "keep the processors busy meanwhile")
	prebuilt = flag.String("fixture", "", "program built from testdata/fixture (default: build it)")
)

// fixtureCases are the cases that the fixtures get. The second one has several solutions.
var fixtureCases = []struct {
	puzzle, answer string
	several        bool
}{
	{"53..7....6..195....98....6.8...6...34..8.3..17...2...6.6....28....419..5....8..79",
		"534678912672195348198342567859761423426853791713924856961537284287419635345286179", false},
	{"53..7....6..195....98....6.8...6...34..8.3..17...2...6.6....28.................79",
		"", true},
	{"4.....8.5.3..........7......2.....6.....8.4......1.......6.3.7.5..2.....1.4......",
		"417369825632158947958724316825437169791586432346912758289643571573291684164875293", false},
}

// Right programs get a limit that they keep even on a busy machine. Programs that are to exceed a limit get a short
// one.
const (
	fixtureLimit = 10 * time.Second
	shortLimit   = 100 * time.Millisecond
)

// fixture is a program and the verdict it deserves.
type fixture struct {
	name string   // the mode of testdata/fixture, if run is nil
	args []string // of that mode
	want judge.Verdict

	// run is the command of a program other than testdata/fixture, and build is its build command.
	run, build []string

	limits  Overrides
	perCase bool
	hide    string

	// open is the verdict without namespaces, if it differs from want: AC if the attack succeeds there.
	// harness/judge/README.md lists what remains possible there.
	open judge.Verdict

	// missed is another verdict that the program may get, depending on the moment at which the monitor looks.
	missed judge.Verdict

	// also checks more of the record, if the verdict is want.
	also func(t *testing.T, r *Record)
}

func fixtures(t *testing.T, s *stage) []fixture {
	reason := func(part string) func(*testing.T, *Record) {
		return func(t *testing.T, r *Record) {
			_, reason := r.verdict()
			assert.Contains(t, reason, part)
		}
	}
	left := func(t *testing.T, r *Record) {
		if sandbox.Confined() {
			assert.Equal(t, 1, r.Left, "processes left behind")
		}
	}
	killed := func(why sandbox.Cause) func(*testing.T, *Record) {
		return func(t *testing.T, r *Record) { assert.Equal(t, why, r.Facts.Killed) }
	}
	brief := Overrides{Time: shortLimit, Wall: 700 * time.Millisecond}
	patient := Overrides{Time: shortLimit, Wall: time.Minute} // only cpu time counts, however busy the machine is
	all := []fixture{
		{name: "right", want: judge.Accepted},
		{name: "right", perCase: true, want: judge.Accepted},
		{name: "seeks", want: judge.Accepted},
		{name: "crlf", want: judge.Accepted},
		{name: "blanks", want: judge.Accepted},
		{name: "final-blanks", want: judge.Accepted},
		{name: "no-newline", want: judge.Accepted},
		{name: "other", want: judge.Accepted},
		{name: "blank-between", want: judge.PresentationError},
		{name: "spaced", want: judge.PresentationError},
		{name: "one-line", want: judge.PresentationError},
		{name: "wrong-last", want: judge.WrongAnswer, also: func(t *testing.T, r *Record) {
			assert.Equal(t, 3, r.Facts.Finding.Case)
			assert.Equal(t, 2, r.Facts.Finding.Passed)
		}},
		{name: "changes-given", want: judge.WrongAnswer},
		{name: "half", want: judge.WrongAnswer},
		{name: "too-many", want: judge.WrongAnswer},
		{name: "echo", want: judge.WrongAnswer},
		{name: "garbage", want: judge.WrongAnswer},
		{name: "silent", want: judge.WrongAnswer},
		{name: "never-reads", want: judge.WrongAnswer},
		{name: "closes-stdout", want: judge.WrongAnswer},
		{name: "reads-answers", args: []string{s.answers}, hide: s.answers, want: judge.WrongAnswer, open: judge.Accepted},
		{name: "network", args: []string{s.server}, want: judge.WrongAnswer, open: judge.Accepted},
		{name: "writes-outside", args: []string{s.outside}, want: judge.WrongAnswer, open: judge.Accepted, also: func(t *testing.T, _ *Record) {
			assert.NoFileExists(t, s.outside)
		}},
		{name: "sees-others", want: judge.Accepted, open: judge.WrongAnswer},
		{name: "kills-judge", args: []string{s.decoy}, want: judge.Accepted, open: judge.JudgeError, also: func(t *testing.T, _ *Record) {
			line, err := os.ReadFile("/proc/" + s.decoy + "/cmdline")
			require.NoError(t, err)
			assert.NotEmpty(t, line, "the process that stands for the judge has ended")
		}},
		{name: "descriptors", want: judge.Accepted},
		{name: "environment", want: judge.Accepted},
		{name: "writes-files", want: judge.Accepted},
		{name: "writes-huge", want: judge.RuntimeError},

		{name: "reads-forever", limits: patient, want: judge.TimeLimit, also: killed(sandbox.KilledCPU)},
		{name: "spins", limits: patient, want: judge.TimeLimit, also: killed(sandbox.KilledCPU)},
		{name: "spins-threads", limits: patient, want: judge.TimeLimit, also: killed(sandbox.KilledCPU)},
		{name: "ignores-term", limits: patient, want: judge.TimeLimit, also: killed(sandbox.KilledCPU)},
		{name: "late", args: []string{"400"}, limits: patient, want: judge.TimeLimit, also: func(t *testing.T, r *Record) {
			assert.Empty(t, r.Facts.Killed, "it ends by itself, late")
			assert.Equal(t, cases.Right, r.Facts.Finding.Match)
		}},
		{name: "disowns", limits: patient, want: judge.TimeLimit, also: func(t *testing.T, r *Record) {
			assert.Empty(t, r.Facts.Killed, "it ends by itself, late")
			assert.Greater(t, r.Facts.CPU, 500*time.Millisecond)
		}},
		{name: "many-children", limits: patient, want: judge.TimeLimit, also: killed(sandbox.KilledCPU)},
		{name: "sleeps", limits: brief, want: judge.TimeLimit, also: killed(sandbox.KilledWall)},

		{name: "floods-stdout", want: judge.OutputLimit, also: func(t *testing.T, r *Record) {
			assert.Len(t, r.Output, leastOutput+1, "what is kept of the output")
		}},
		{name: "floods-stderr", want: judge.Accepted, also: func(t *testing.T, r *Record) {
			assert.Len(t, r.Stderr, sandbox.StderrKept)
			assert.Equal(t, int64(20<<20), r.StderrBytes)
		}},

		{name: "leaves-child", want: judge.Accepted, also: left},
		{name: "leaves-daemon", want: judge.Accepted, also: left},
		// The limit of time must not decide, however long the monitor waits for a processor.
		{name: "fork-bomb", limits: Overrides{Memory: 1 << 30, Time: time.Minute}, want: judge.RuntimeError, also: killed(sandbox.KilledTasks)},

		{name: "allocates", want: judge.MemoryLimit},
		{name: "child-allocates", want: judge.MemoryLimit},
		{name: "maps", want: judge.Accepted},
		{name: "maps", limits: Overrides{Address: 1 << 30}, want: judge.RuntimeError},

		{name: "stack", want: judge.RuntimeError, also: reason("exit status 2")},
		{name: "divides", want: judge.RuntimeError, also: reason("exit status 2")},
		{name: "panics", want: judge.RuntimeError, also: func(t *testing.T, r *Record) {
			assert.Contains(t, r.Stderr, "out of ideas")
		}},
		{name: "exits-one", want: judge.RuntimeError, also: reason("exit status 1")},
		{name: "dies", want: judge.RuntimeError, also: reason("SIGKILL")},

		{name: "no-interpreter", run: []string{s.noInterpreter}, want: judge.RuntimeError, also: reason("interpreter")},
		{name: "not-executable", run: []string{s.notExecutable}, want: judge.RuntimeError, also: reason("permission denied")},
		{name: "a-directory", run: []string{s.dir}, want: judge.RuntimeError, also: reason("directory")},
		{name: "missing", run: []string{s.dir + "/missing"}, want: judge.RuntimeError, also: reason("no such file")},
		{name: "build-fails", build: []string{"sh", "broken.sh"}, want: judge.CompileError, also: reason("undefined: nothing")},
		{name: "build-hangs", build: []string{s.program, "sleeps"}, limits: Overrides{Build: 500 * time.Millisecond}, want: judge.CompileError, also: reason("killed after 500ms")},
		{name: "build-leaves-daemon", build: []string{s.program, "leaves-daemon"}, run: []string{s.program, "right"}, want: judge.Accepted},
		{name: "builds-nothing", build: []string{s.program, "silent"}, run: []string{"./not-made"}, want: judge.CompileError, also: reason("after the build")},
	}
	return append(append(all, attacks(t, s)...), s.compiled(t)...)
}

func TestFixtures(t *testing.T) {
	s := newStage(t)
	all := fixtures(t, s)
	require.Greater(t, len(all), 30)
	confined := sandbox.Confined()
	before := descriptors(t)
	seen := make([]judge.Tally, len(all))
	for i := range seen {
		seen[i] = judge.Tally{}
	}
	idle := func() {}
	if *loaded {
		idle = load(t, s.program)
	}
	for round := range *repeats {
		t.Run(fmt.Sprint(round+1), func(t *testing.T) {
			for i := range all {
				f := &all[i]
				if !confined && f.open != judge.NotJudged {
					f.want, f.also = f.open, nil
				}
				t.Run(f.name, func(t *testing.T) {
					t.Parallel()
					seen[i][s.play(t, f)]++
				})
			}
		})
	}
	idle()
	assert.LessOrEqual(t, descriptors(t), before, "descriptors leaked")
	leftBehind, err := filepath.Glob(filepath.Join(ownTemp, "gridjudge-*"))
	require.NoError(t, err)
	assert.Empty(t, leftBehind, "temporary directories left behind")
	for i, f := range all {
		t.Logf("%-20s want %-3s  got %s", f.name, f.want, seen[i])
	}
}

// TestLeftoversAreSeen makes sure that the checks of the fixtures can fail.
func TestLeftoversAreSeen(t *testing.T) {
	s := newStage(t)
	before := descriptors(t)
	cmd := exec.Command(s.program, "sleeps")
	require.NoError(t, cmd.Start())
	assert.Len(t, processesOf(s.program), 1)
	cmd.Process.Kill()
	cmd.Wait()
	assert.Empty(t, processesOf(s.program))
	f, err := os.Open(s.program)
	require.NoError(t, err)
	assert.Greater(t, descriptors(t), before)
	f.Close()
}
