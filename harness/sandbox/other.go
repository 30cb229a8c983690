//go:build !linux

package sandbox

import (
	"cmp"
	"context"
	"errors"
	"os/exec"
	"reflect"
	"runtime"
	"time"
)

// Unsupported says what cannot be limited on this machine, one sentence each.
func Unsupported() []string {
	return []string{"on this system only wall time and output are limited: " +
		"processes that a program leaves behind are not found, its memory is judged at the end where the system tells it, " +
		"and it can use the network and write anywhere"}
}

// Confined reports whether programs see only the files that are shown to them: never here.
func Confined() bool { return false }

// run starts the program itself, without a launcher, and kills it only for time and output.
func run(ctx context.Context, c Command, fresh string, limits Limits) (Result, error) {
	timed, cancel := context.WithTimeoutCause(ctx, cmp.Or(limits.Wall, unlimited), KilledWall)
	defer cancel()
	running, kill := context.WithCancelCause(timed)
	cmd := exec.CommandContext(running, c.Path, c.Args...)
	cmd.Dir, cmd.Env = c.Dir, environment(fresh)
	cmd.WaitDelay = time.Second
	captured := c.connect(cmd, limits, func() { kill(KilledOutput) })
	began := time.Now()
	if err := cmd.Start(); err != nil {
		return Result{Exit: -1, NotStarted: err.Error()}, nil
	}
	_ = cmd.Wait() // its state tells how it ended
	result := Result{
		Exit: cmd.ProcessState.ExitCode(), Wall: time.Since(began),
		User: cmd.ProcessState.UserTime(), System: cmd.ProcessState.SystemTime(),
	}
	if running.Err() != nil && !errors.As(context.Cause(running), &result.Killed) {
		result.Killed = Interrupted
	}
	if result.Exit < 0 {
		result.Signal = cmd.ProcessState.String()
	}
	// Other systems than macOS tell the peak of memory in other units, or not at all. On macOS it is in bytes.
	peak := reflect.Indirect(reflect.ValueOf(cmd.ProcessState.SysUsage())).FieldByName("Maxrss")
	if runtime.GOOS == "darwin" && peak.IsValid() {
		result.PeakRSS = peak.Int()
	}
	captured(&result)
	result.readCounters(fresh)
	return result, nil
}
