package examplestest

import (
	"slices"
	"strings"
	"syscall"
	"testing"
	"time"

	"github.com/stretchr/testify/require"
)

// submit submits a job and returns its number.
func (c *cluster) submit(t *testing.T, args ...string) string {
	return c.run(t, "sbatch", append([]string{"--parsable"}, args...)...)
}

// await waits until all tasks of a job have ended, and fails the test if one has ended in a state other
// than this.
func (c *cluster) await(t *testing.T, job, state string) {
	var states []string
	c.wait(t, "job "+job+" to end", func() bool {
		states = strings.Fields(c.run(t, "squeue", "--noheader", "--array", "--states=all", "--format=%T", "--jobs="+job))
		return !slices.ContainsFunc(states, func(s string) bool {
			return slices.Contains([]string{"PENDING", "RUNNING", "COMPLETING", "REQUEUED", "PREEMPTED"}, s)
		})
	})
	require.NotEmpty(t, states, "job %s is not known", job)
	for _, s := range states {
		require.Equal(t, state, s, "job %s", job)
	}
}

// stopTask stops the gridjudge process of a task of an array, so that the task cannot end by itself. It
// returns the number of the task.
func (c *cluster) stopTask(t *testing.T, array, except string) (task string) {
	c.wait(t, "a task of job "+array+" that runs", func() bool {
		for _, p := range c.processes() {
			task = p.env["SLURM_ARRAY_TASK_ID"]
			if p.name == "gridjudge" && p.env["SLURM_ARRAY_JOB_ID"] == array && task != except && p.stop() {
				return true
			}
		}
		return false
	})
	return task
}

// stop stops the process. It returns false if the process has ended already.
func (p process) stop() bool {
	for syscall.Kill(p.pid, syscall.SIGSTOP) == nil {
		switch p.state() {
		case "T":
			return true
		case "Z", "":
			return false
		}
		time.Sleep(time.Millisecond)
	}
	return false
}
