//go:build !linux

package sandbox

import (
	"context"
	"errors"
	"os/exec"
	"time"
)

// freshFolder makes the fresh directory of a run; remove removes it with its contents.
func freshFolder() (path string, remove func() error, err error) {
	in, err := tempFolder()
	if err == nil {
		path, err = makeFolder(in)
	}
	return path, func() error { return removeAll(path) }, err
}

// Unsupported says what cannot be limited on this machine, one sentence each.
func Unsupported() []string {
	return []string{"on this system only wall time and output are limited: " +
		"processes that a program leaves behind are not found, its memory is judged at the end where the system tells it, " +
		"and it can use the network and write anywhere"}
}

// Confined reports whether programs see only the files that are shown to them: never here.
func Confined() bool { return false }

// run starts the program itself and kills it for time and output alone.
func run(ctx context.Context, c Command, fresh string, limits Limits) (Result, error) {
	running, kill := context.WithCancelCause(ctx)
	defer kill(nil)
	if limits.Wall > 0 {
		defer time.AfterFunc(limits.Wall, func() { kill(KilledWall) }).Stop()
	}
	stdout, stderr := captures(limits, func() { kill(KilledOutput) })
	cmd := exec.CommandContext(running, c.Path, c.Args...)
	cmd.Dir, cmd.Env = c.Dir, environment(fresh)
	cmd.Stdout, cmd.Stderr = stdout, stderr
	if c.Input != nil {
		cmd.Stdin = c.Input
	}
	cmd.WaitDelay = time.Second
	began := time.Now()
	if err := cmd.Start(); err != nil {
		return Result{Exit: -1, NotStarted: err.Error()}, nil
	}
	err := cmd.Wait()
	wall := time.Since(began)
	if err != nil && !errors.As(err, new(*exec.ExitError)) && !errors.Is(err, exec.ErrWaitDelay) && running.Err() == nil {
		return Result{}, err
	}
	var why Cause
	if running.Err() != nil && !errors.As(context.Cause(running), &why) {
		why = Interrupted
	}
	state := cmd.ProcessState
	result := Result{
		Exit: state.ExitCode(), Killed: why,
		User: state.UserTime(), System: state.SystemTime(), Wall: wall, PeakRSS: peak(state),
	}
	result.captured(stdout, stderr)
	if result.Exit < 0 {
		result.Signal = state.String()
	}
	return result, nil
}
