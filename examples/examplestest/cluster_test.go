package examplestest

import (
	"context"
	"crypto/rand"
	_ "embed"
	"fmt"
	"os"
	"os/exec"
	"os/signal"
	"os/user"
	"path/filepath"
	"slices"
	"strings"
	"syscall"
	"testing"
	"text/template"
	"time"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"
)

//go:embed slurm.conf
var slurmConf string

// A cluster is a Slurm that runs on this machine only: one node with two processors. It does not need
// systemd.
type cluster struct {
	ctx     context.Context // ends with the test, and at an interrupt
	dir     string
	env     []string
	daemons []*daemon
}

// startCluster starts munged, slurmctld and slurmd with gridjudge in their PATH, and waits until the node
// accepts jobs. At its end, the test ends everything that these have started.
func startCluster(t *testing.T) *cluster {
	bin, err := build()
	require.NoError(t, err)
	ctx, stop := signal.NotifyContext(t.Context(), os.Interrupt, syscall.SIGTERM)
	t.Cleanup(stop)
	c := &cluster{ctx: ctx, dir: t.TempDir()}
	c.env = append(plainEnv(), "SLURM_CONF="+filepath.Join(c.dir, "slurm.conf"), "PATH="+bin+":"+os.Getenv("PATH"))
	for _, dir := range []string{"munge", "state", "spool"} {
		require.NoError(t, os.Mkdir(filepath.Join(c.dir, dir), 0o755))
	}
	c.configure(t)
	c.guard(t)
	t.Cleanup(func() { c.stop(t) })
	munge := func(file string) string { return filepath.Join(c.dir, "munge", file) }
	key := make([]byte, 1024)
	_, _ = rand.Read(key)
	require.NoError(t, os.WriteFile(munge("key"), key, 0o600))
	c.start(t, "munged", "--foreground", "--force", "--key-file="+munge("key"), "--socket="+munge("socket"),
		"--pid-file="+munge("pid"), "--log-file="+munge("log"), "--seed-file="+munge("seed"))
	c.wait(t, "munged to listen", func() bool {
		_, err := os.Stat(munge("socket"))
		return err == nil
	})
	c.start(t, "slurmctld", "-D", "-i")
	c.start(t, "slurmd", "-D", "-N", "node")
	c.wait(t, "the node to take jobs", func() bool {
		out, _ := c.command("sinfo", "--noheader", "--partition=normal", "--format=%T").CombinedOutput()
		return string(out) == "idle\n"
	})
	return c
}

// guard starts a shell that kills what is left of the cluster when this process has ended. It is needed if
// this process is killed or times out, because nothing else would then end the jobs.
func (c *cluster) guard(t *testing.T) {
	cmd := exec.Command("sh", "-c", `
cat > /dev/null
while pids=$(grep -lszF "SLURM_CONF=$1/" /proc/[0-9]*/environ | cut -d/ -f3); [ -n "$pids" ]; do
  kill -KILL $pids
  sleep 0.1
done
rm -rf "$1"`, "guard", c.dir)
	cmd.SysProcAttr = &syscall.SysProcAttr{Setpgid: true} // so that an interrupt from the keyboard does not reach it
	input, err := cmd.StdinPipe()
	require.NoError(t, err)
	require.NoError(t, cmd.Start())
	t.Cleanup(func() {
		input.Close()
		assert.NoError(t, cmd.Wait())
	})
}

// configure writes slurm.conf.
func (c *cluster) configure(t *testing.T) {
	host, err := os.Hostname()
	require.NoError(t, err)
	host, _, _ = strings.Cut(host, ".")
	me, err := user.Current()
	require.NoError(t, err)
	file, err := os.Create(filepath.Join(c.dir, "slurm.conf"))
	require.NoError(t, err)
	defer file.Close()
	ports := freePorts(t, 2)
	require.NoError(t, template.Must(template.New("").Parse(slurmConf)).Execute(file, map[string]any{
		"Folder": c.dir, "Host": host, "User": me.Username, "ControllerPort": ports[0], "NodePort": ports[1],
	}))
}

func (c *cluster) start(t *testing.T, name string, args ...string) {
	c.daemons = append(c.daemons, startDaemon(t, c.dir, c.env, name, args...))
}

// stop ends all jobs and daemons. If a process of the cluster is left, it is killed, and the test fails.
func (c *cluster) stop(t *testing.T) {
	if t.Failed() {
		for _, log := range []string{"slurmctld.log", "slurmd.log", "munged.out"} {
			text := read(filepath.Join(c.dir, log))
			t.Logf("%s:\n%s", log, text[max(0, len(text)-4000):])
		}
	}
	_ = c.command("scancel", "--me").Run()
	_ = until(20*time.Second, func() bool {
		states, err := c.command("squeue", "--noheader", "--format=%T").Output()
		return err != nil || len(states) == 0
	})
	for _, d := range slices.Backward(c.daemons) {
		d.end(t)
	}
	if !until(20*time.Second, func() bool { return len(c.processes()) == 0 }) {
		for _, p := range c.processes() {
			assert.Fail(t, fmt.Sprintf("process %d (%s) of the cluster was left", p.pid, p.name))
			_ = syscall.Kill(p.pid, syscall.SIGKILL)
		}
	}
}

// until waits until a condition holds. It returns false if the condition does not hold within this time.
func until(most time.Duration, holds func() bool) bool {
	for end := time.Now().Add(most); !holds(); time.Sleep(50 * time.Millisecond) {
		if time.Now().After(end) {
			return false
		}
	}
	return true
}

// wait waits until a condition holds.
func (c *cluster) wait(t *testing.T, what string, holds func() bool) {
	done := until(2*time.Minute, func() bool { return c.ctx.Err() != nil || holds() })
	require.NoError(t, c.ctx.Err(), "interrupted while waiting for %s", what)
	require.True(t, done, "timed out waiting for %s", what)
}

func (c *cluster) command(name string, args ...string) *exec.Cmd {
	cmd := exec.Command(name, args...)
	cmd.Env, cmd.Dir = c.env, c.dir
	return cmd
}

// run runs a command of Slurm, and returns its output without the white space around it.
func (c *cluster) run(t *testing.T, name string, args ...string) string {
	out, err := c.command(name, args...).CombinedOutput()
	require.NoError(t, err, "%s %v: %s", name, args, out)
	return strings.TrimSpace(string(out))
}
