package examplestest

import (
	"fmt"
	"net"
	"os"
	"os/exec"
	"path/filepath"
	"runtime"
	"syscall"
	"testing"
	"time"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"
)

// A daemon ends when the test's process ends, if not earlier.
type daemon struct {
	name  string
	cmd   *exec.Cmd
	ended chan struct{}
}

// startDaemon starts a program in a folder. The output of the program goes to the file NAME.out there.
func startDaemon(t *testing.T, dir string, env []string, name string, args ...string) *daemon {
	path, err := lookDaemon(name)
	require.NoError(t, err)
	output, err := os.Create(filepath.Join(dir, name+".out"))
	require.NoError(t, err)
	defer output.Close()
	d := &daemon{name: name, cmd: exec.Command(path, args...), ended: make(chan struct{})}
	d.cmd.Env, d.cmd.Dir, d.cmd.Stdout, d.cmd.Stderr = env, dir, output, output
	d.cmd.SysProcAttr = &syscall.SysProcAttr{Setpgid: true, Pdeathsig: syscall.SIGTERM}
	started := make(chan error)
	go func() {
		runtime.LockOSThread() // Pdeathsig is sent when the thread ends that started the daemon
		defer close(d.ended)
		err := d.cmd.Start()
		started <- err
		if err == nil {
			_ = d.cmd.Wait()
		}
	}()
	require.NoError(t, <-started)
	return d
}

// end ends the daemon. If it does not end at SIGTERM, it is killed, and the test fails.
func (d *daemon) end(t *testing.T) {
	_ = d.cmd.Process.Signal(syscall.SIGTERM)
	select {
	case <-d.ended:
	case <-time.After(20 * time.Second):
		assert.Fail(t, fmt.Sprintf("%s did not end", d.name))
		_ = d.cmd.Process.Kill()
		<-d.ended
	}
}

// lookDaemon finds a program in PATH, or in the folders where Debian keeps programs that are not for users.
func lookDaemon(name string) (string, error) {
	if path, err := exec.LookPath(name); err == nil {
		return path, nil
	}
	return exec.LookPath("/usr/sbin/" + name)
}

// need skips the test if a program is missing, or fails it if GRIDJUDGE_RECIPES is "required".
func need(t *testing.T, names ...string) {
	for _, name := range names {
		if _, err := lookDaemon(name); err != nil {
			require.NotEqual(t, "required", os.Getenv("GRIDJUDGE_RECIPES"), "there is no %s", name)
			t.Skip("there is no " + name)
		}
	}
}

// freePorts returns ports on which nothing listens.
func freePorts(t *testing.T, n int) (ports []int) {
	for range n {
		l, err := net.Listen("tcp", "127.0.0.1:0")
		require.NoError(t, err)
		defer l.Close()
		ports = append(ports, l.Addr().(*net.TCPAddr).Port)
	}
	return ports
}
