package sandbox

import (
	"fmt"
	"os"
	"path/filepath"
	"strings"
	"testing"
	"time"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"
)

// ballast makes the test binary a fat judge.
var ballast []byte

// TestPeakIsTheProgramsOwn starts a tiny program from a process of 300 MB. The reported peak must be the program's
// own: not much larger than the launcher's.
func TestPeakIsTheProgramsOwn(t *testing.T) {
	ballast = make([]byte, 300<<20)
	for i := 0; i < len(ballast); i += os.Getpagesize() {
		ballast[i] = 1
	}
	defer func() { ballast = nil }()
	own := highWater()
	require.Greater(t, own, int64(300<<20), "the judge is not fat")
	f, err := Run(t.Context(), Command{Path: "/bin/true"}, Limits{Wall: 10 * time.Second})
	require.NoError(t, err)
	assert.Positive(t, f.PeakRSS)
	// The launcher takes 22 MB with the race detector, and less than 5 MB without.
	assert.Less(t, f.PeakRSS, int64(32<<20), "started from %d MB", own>>20)
	assert.Less(t, f.CPU(), 500*time.Millisecond)
}

// highWater returns the peak of this process's resident memory in bytes.
func highWater() int64 {
	status, _ := os.ReadFile("/proc/self/status")
	_, rest, _ := strings.Cut(string(status), "VmHWM:")
	var kib int64
	fmt.Sscan(rest, &kib)
	return kib << 10
}

// A hidden file stays hidden under all names of its folder. A working directory that is a link may be a tool, too.
func TestHiddenBehindALink(t *testing.T) {
	if !Confined() {
		t.Skip("no namespaces here")
	}
	dir, err := filepath.EvalSymlinks(t.TempDir())
	require.NoError(t, err)
	folder, link := filepath.Join(dir, "data"), filepath.Join(dir, "link")
	require.NoError(t, os.Mkdir(folder, 0o777))
	require.NoError(t, os.Symlink(folder, link))
	for _, name := range []string{"secret", "known"} {
		require.NoError(t, os.WriteFile(filepath.Join(folder, name), []byte(name+"\n"), 0o666))
	}
	script := "cat " + folder + "/secret " + link + "/secret " + folder + "/known"
	for _, c := range []Command{{Read: []string{link}}, {Tools: []string{link}}, {Dir: link, Tools: []string{link}}} {
		c.Path, c.Args, c.Hide = "/bin/sh", []string{"-c", script}, []string{filepath.Join(link, "secret")}
		f, err := Run(t.Context(), c, Limits{Wall: 20 * time.Second})
		require.NoError(t, err)
		assert.Equal(t, "known\n", string(f.Stdout), "%+v: %s", c, f.Stderr)
	}
	require.NoError(t, os.Link(filepath.Join(folder, "secret"), filepath.Join(folder, "same")))
	same, file := filepath.Join(folder, "same"), filepath.Join(dir, "file")
	require.NoError(t, os.Symlink(same, file))
	for _, read := range []string{link, folder, same, file} {
		f, err := Run(t.Context(), Command{
			Path: "/bin/sh", Args: []string{"-c", "cat " + link + "/same " + same + " " + file}, Read: []string{read}, Hide: []string{filepath.Join(folder, "secret")},
		}, Limits{Wall: 20 * time.Second})
		require.NoError(t, err)
		assert.Empty(t, string(f.Stdout), "a hard link, with %s: %s", read, f.Stderr)
	}
}

// While a program is being started, /proc/self/exe still leads to gridjudge itself, which could solve the puzzles.
func TestTheLaunchersFileCannotBeStarted(t *testing.T) {
	if !Confined() {
		t.Skip("no namespaces here")
	}
	folder := t.TempDir()
	require.NoError(t, os.Symlink("/proc/self/exe", filepath.Join(folder, "link")))
	for name, interpreter := range map[string]string{"self": "/proc/self/exe", "thread": "/proc/thread-self/exe", "first": "/proc/1/exe"} {
		require.NoError(t, os.WriteFile(filepath.Join(folder, name), []byte("#!"+interpreter+" -test.run=nothing\n"), 0o755))
	}
	for _, name := range []string{"link", "self", "thread", "first"} {
		f, err := Run(t.Context(), Command{Path: filepath.Join(folder, name), Read: []string{folder}}, Limits{Wall: 20 * time.Second})
		require.NoError(t, err)
		assert.NotEmpty(t, f.NotStarted, "%s: %s", name, f.Stdout)
	}
	self, err := os.Executable()
	require.NoError(t, err)
	f, err := Run(t.Context(), Command{Path: self, Args: []string{"-test.run=nothing"}, Read: []string{self}}, Limits{Wall: 20 * time.Second})
	require.NoError(t, err)
	assert.Empty(t, f.NotStarted, "a file that the program may see can be started, as built-in solvers are")
	assert.Zero(t, f.Exit, "%s", f.Stderr)
}

// TestWhatCannotBeShownIsMissing: a build may have put a loop of links, or a file instead of a folder, in the place of a
// file that another contestant reads. The command is started without the file.
func TestWhatCannotBeShownIsMissing(t *testing.T) {
	folder := t.TempDir()
	loop, file := filepath.Join(folder, "loop"), filepath.Join(folder, "file")
	require.NoError(t, os.Symlink(loop, loop))
	require.NoError(t, os.WriteFile(file, nil, 0o666))
	for _, path := range []string{loop + "/data", file + "/data", filepath.Join(folder, strings.Repeat("x", 300))} {
		f, err := Run(t.Context(), Command{Path: "/bin/sh", Args: []string{"-c", "true"}, Read: []string{path}}, Limits{Wall: 20 * time.Second})
		require.NoError(t, err, path)
		assert.Zero(t, f.Exit, path)
	}
}

// Every process is charged once, whether or not its parent waits for it, with a control group and without: the sum is
// the time that the processes themselves report.
func TestEveryProcessIsCharged(t *testing.T) {
	script := `child() { j=0; while [ $j -lt 6000 ]; do j=$((j+1)); done; times; }
%s
i=0; while [ $i -lt 15 ]; do (child) & i=$((i+1)); %s; done; wait; sleep 0.2`
	for _, grouped := range []bool{true, false} {
		if grouped && !probe().grouped {
			t.Log("no control groups here, or no namespaces")
			continue
		}
		for _, waits := range []string{"wait", ":"} {
			for _, disown := range []string{"", "trap '' CHLD"} {
				dir := t.TempDir()
				c := Command{Path: "/bin/bash", Args: []string{"-c", fmt.Sprintf(script, disown, waits)}, Dir: dir}
				r, err := runLauncher(t.Context(), c, dir, Limits{Wall: time.Minute}, probed{confined: grouped, grouped: grouped})
				require.NoError(t, err)
				var said time.Duration
				for word := range strings.FieldsSeq(string(r.Result.Stdout)) {
					d, err := time.ParseDuration(word)
					require.NoError(t, err)
					said += d
				}
				require.Greater(t, said, 100*time.Millisecond, "%s", r.Result.Stderr)
				// Each child reports its time before it has ended. The rest of the time is the shell's.
				assert.InDelta(t, said.Seconds(), r.Result.CPU().Seconds(), 0.1+0.25*said.Seconds(), "grouped %v, %q, %q", grouped, waits, disown)
			}
		}
	}
}
