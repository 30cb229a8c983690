package sandbox

import (
	"bytes"
	"context"
	"encoding/json"
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"slices"
	"strconv"
	"strings"
	"syscall"
	"testing"
	"time"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"
)

// innerVariable makes this test binary another judge, which runs what it reads.
const innerVariable = "SANDBOX_TEST_INNER"

// inner is what another judge runs, and what it answers.
type inner struct {
	Command Command
	Limits  Limits

	Confined bool
	Result   Result
}

func TestMain(m *testing.M) {
	var in inner
	if os.Getenv(innerVariable) == "" {
		os.Exit(m.Run())
	}
	err := json.NewDecoder(os.Stdin).Decode(&in)
	if err != nil {
		panic(err)
	}
	in.Confined = probe().confined
	if in.Result, err = Run(context.Background(), in.Command, in.Limits); err != nil {
		panic(err)
	}
	json.NewEncoder(os.Stdout).Encode(in)
}

// innerJudge is a command that runs a shell script as another judge.
func innerJudge(t *testing.T, script string, input []byte, limits Limits) *exec.Cmd {
	text, err := json.Marshal(inner{Command: Command{Path: "/bin/sh", Args: []string{"-c", script}, Input: input}, Limits: limits})
	require.NoError(t, err)
	cmd := exec.Command(os.Args[0])
	cmd.Env = append(os.Environ(), innerVariable+"=1")
	cmd.Stdin, cmd.Stderr = bytes.NewReader(text), os.Stderr
	return cmd
}

// answer reads what another judge has printed.
func answer(t *testing.T, text []byte) (in inner) {
	require.NoError(t, json.Unmarshal(text, &in), "%s", text)
	return in
}

// TestNestedNamespaces: where an ordinary user has made a user namespace, as unshare
// -Ur does, setgroups is forbidden. Namespaces below it work all the same.
func TestNestedNamespaces(t *testing.T) {
	if !probe().confined {
		t.Skip(Unsupported())
	}
	cmd := innerJudge(t, "exit 7", nil, Limits{})
	cmd.SysProcAttr = &syscall.SysProcAttr{
		Cloneflags:  syscall.CLONE_NEWUSER,
		UidMappings: []syscall.SysProcIDMap{{ContainerID: 0, HostID: os.Getuid(), Size: 1}},
		GidMappings: []syscall.SysProcIDMap{{ContainerID: 0, HostID: os.Getgid(), Size: 1}},
	}
	out, err := cmd.Output()
	require.NoError(t, err)
	in := answer(t, out)
	assert.True(t, in.Confined)
	assert.Equal(t, 7, in.Result.Exit)
}

// TestStoppedTogether stops a judge, alone as a terminal does and with all that it has
// started as a frozen container is, for longer than the limit of wall time. The time
// is not the program's.
func TestStoppedTogether(t *testing.T) {
	const wall, pause = 3 * time.Second, 4 * time.Second
	for name, script := range map[string]string{
		"judge":      "sleep 100; exec cat >/dev/null", // most of the input comes after the pause
		"everything": "sleep 100; exit 0",
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			cmd := innerJudge(t, script, make([]byte, 300<<10), Limits{Wall: wall})
			var out strings.Builder
			cmd.Stdout = &out
			require.NoError(t, cmd.Start())
			sleeps := func(pid int) bool {
				text, _ := os.ReadFile(fmt.Sprintf("/proc/%d/cmdline", pid))
				return strings.HasPrefix(string(text), "sleep\x00")
			}
			var below []int
			sleeper := -1
			for ; sleeper < 0; sleeper = slices.IndexFunc(below, sleeps) {
				time.Sleep(time.Millisecond)
				below = descendants(cmd.Process.Pid)
			}
			stopped := []int{cmd.Process.Pid}
			if name == "everything" {
				stopped = append(stopped, below...)
			}
			for _, pid := range stopped {
				require.NoError(t, syscall.Kill(pid, syscall.SIGSTOP))
			}
			time.Sleep(pause)
			for _, pid := range slices.Backward(stopped) {
				require.NoError(t, syscall.Kill(pid, syscall.SIGCONT))
			}
			require.NoError(t, syscall.Kill(below[sleeper], syscall.SIGTERM))
			require.NoError(t, cmd.Wait())
			in := answer(t, []byte(out.String()))
			assert.Empty(t, in.Result.Killed)
			assert.Zero(t, in.Result.Exit)
			assert.Less(t, in.Result.Wall, pause, "the pause does not count")
		})
	}
}

// descendants lists the children of a process, their children, and so on.
func descendants(pid int) (found []int) {
	files, _ := filepath.Glob(fmt.Sprintf("/proc/%d/task/*/children", pid))
	for _, file := range files {
		text, _ := os.ReadFile(file)
		for _, field := range strings.Fields(string(text)) {
			child, _ := strconv.Atoi(field)
			found = append(append(found, child), descendants(child)...)
		}
	}
	return found
}
