//go:build unix

package program

import (
	"os/exec"
	"syscall"
)

// endWithGroup starts a command in a process group of its own. If the command is killed because its time is up, the
// processes that it has started are killed with it.
func endWithGroup(cmd *exec.Cmd) {
	cmd.SysProcAttr = &syscall.SysProcAttr{Setpgid: true}
	cmd.Cancel = func() error { return syscall.Kill(-cmd.Process.Pid, syscall.SIGKILL) }
}
