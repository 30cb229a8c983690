package sandbox

import (
	"bytes"
	"context"
	"encoding/json"
	"fmt"
	"os"
	"os/exec"
	"syscall"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"
)

// innerVariable is a variable of the environment that makes this test binary another judge, which runs the command
// that it reads.
const innerVariable = "SANDBOX_TEST_INNER"

// inner is what another judge runs, and what it answers. With Open it does not answer, because the test kills it.
type inner struct {
	Command Command
	Limits  Limits
	Open    bool // run it as on a machine without namespaces

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
	if in.Open {
		_, err = runLauncher(context.Background(), in.Command, in.Command.Dir, in.Limits, probed{})
		panic(fmt.Sprint("this judge was to be killed: ", err))
	}
	in.Confined = Confined()
	if in.Result, err = Run(context.Background(), in.Command, in.Limits); err != nil {
		panic(err)
	}
	json.NewEncoder(os.Stdout).Encode(in)
}

// innerJudge returns a command that runs in as another judge.
func innerJudge(t *testing.T, in inner) *exec.Cmd {
	text, err := json.Marshal(in)
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
	if !Confined() {
		t.Skip(Unsupported())
	}
	cmd := innerJudge(t, inner{Command: Command{Path: "/bin/sh", Args: []string{"-c", "exit 7"}}})
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
