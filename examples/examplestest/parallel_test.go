package examplestest

import (
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"testing"
	"time"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"
)

// TestParallel judges 50,000 puzzles in 16 files and eight shards with GNU parallel.
func TestParallel(t *testing.T) {
	need(t, "parallel")
	dir := parallelFolder(t)
	parallel(t, dir, nil, concat("8", "shards", "merged", makeFiles(t, dir, large))...)
	checkLarge(t, filepath.Join(dir, "merged"))
}

// TestParallelOverSSH judges in three shards, which a real sshd on this machine starts.
func TestParallelOverSSH(t *testing.T) {
	need(t, "sshd", "parallel", "ssh", "ssh-keygen", "rsync")
	dir := parallelFolder(t)
	path, home := startSSH(t)
	judge := makeFiles(t, dir, few)
	env := map[string]string{"PATH": path, "HOSTS": "2/node", "FILES": "puzzles"}
	parallel(t, dir, env, concat("3", "shards", "merged", judge)...)
	assert.Contains(t, read(filepath.Join(dir, "shards", "jobs.txt")), "node")
	assert.Empty(t, differences(judgeSingle(t, few), readRun(t, onlyRun(t, filepath.Join(dir, "merged")))))
	assert.NoDirExists(t, filepath.Join(home, "gridjudge-shards"), "it was left on the host")
}

// parallelFolder returns a folder that contains gridjudge, as parallel.sh expects.
func parallelFolder(t *testing.T) string {
	bin, err := build()
	require.NoError(t, err)
	dir := t.TempDir()
	require.NoError(t, os.Symlink(filepath.Join(bin, "gridjudge"), filepath.Join(dir, "gridjudge")))
	return dir
}

// parallel runs parallel.sh in a folder and returns its standard output.
func parallel(t *testing.T, dir string, env map[string]string, args ...string) string {
	var complaints strings.Builder
	cmd := exec.CommandContext(t.Context(), recipe("parallel.sh"), args...)
	cmd.Dir, cmd.Env, cmd.Stderr = dir, append(plainEnv(), "PARALLEL_HOME="+t.TempDir()), &complaints
	for name, value := range env {
		cmd.Env = append(cmd.Env, name+"="+value)
	}
	out, err := cmd.Output()
	require.NoError(t, err, "%s", complaints.String())
	return string(out)
}

// startSSH starts an sshd on this machine. It returns a PATH with an ssh to which this host is known as
// "node", and the folder that is the home folder there.
func startSSH(t *testing.T) (path, home string) {
	dir := t.TempDir()
	file := func(name string) string { return filepath.Join(dir, name) }
	for _, key := range []string{"host", "user"} {
		out, err := exec.Command("ssh-keygen", "-q", "-t", "ed25519", "-N", "", "-f", file(key)).CombinedOutput()
		require.NoError(t, err, "%s", out)
	}
	home = file("home")
	require.NoError(t, os.Mkdir(home, 0o755))
	if os.Getuid() == 0 {
		require.NoError(t, os.MkdirAll("/run/sshd", 0o755)) // sshd needs this empty folder to give up root's rights
	}
	port := freePorts(t, 1)[0]
	require.NoError(t, os.WriteFile(file("sshd_config"), fmt.Appendf(nil, `
ListenAddress 127.0.0.1:%d
HostKey %s
AuthorizedKeysFile %s
StrictModes no
PidFile none
ForceCommand export HOME=%s; cd; exec bash -c "$SSH_ORIGINAL_COMMAND"
`, port, file("host"), file("user.pub"), home), 0o644))
	require.NoError(t, os.WriteFile(file("ssh_config"), fmt.Appendf(nil, `
Host node
  HostName 127.0.0.1
  Port %d
  IdentityFile %s
  IdentitiesOnly yes
  BatchMode yes
  StrictHostKeyChecking no
  UserKnownHostsFile %s
  LogLevel ERROR
`, port, file("user"), file("known")), 0o644))
	sshd := startDaemon(t, dir, plainEnv(), "sshd", "-D", "-e", "-f", file("sshd_config"))
	t.Cleanup(func() { sshd.end(t) })
	ssh, err := exec.LookPath("ssh")
	require.NoError(t, err)
	bin := t.TempDir()
	script := fmt.Sprintf("#!/bin/sh\nexec %s -F %s \"$@\"\n", ssh, file("ssh_config"))
	require.NoError(t, os.WriteFile(filepath.Join(bin, "ssh"), []byte(script), 0o755))
	path = bin + ":" + os.Getenv("PATH")
	cmd := func() error {
		out, err := exec.Command(ssh, "-F", file("ssh_config"), "node", "true").CombinedOutput()
		if err != nil {
			return fmt.Errorf("%w: %s", err, out)
		}
		return nil
	}
	if !until(10*time.Second, func() bool { return cmd() == nil }) {
		require.NoError(t, cmd(), "%s", read(file("sshd.out")))
	}
	return path, home
}
