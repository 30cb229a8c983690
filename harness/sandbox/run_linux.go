package sandbox

import (
	"bytes"
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"os"
	"os/exec"
	"syscall"
	"time"

	"golang.org/x/sys/unix"
)

// grace is how long the launcher may take beyond the program's own wall limit,
// and the outputs to end after the launcher.
const grace = 10 * time.Second

// run starts the launcher and waits for its report.
func run(ctx context.Context, c Command, fresh string, limits Limits) (Result, error) {
	r, err := runLauncher(ctx, c, fresh, limits, probe().confined)
	return r.Result, err
}

// runLauncher runs the launcher once, with or without namespaces.
func runLauncher(ctx context.Context, c Command, fresh string, limits Limits, confined bool) (r report, err error) {
	group := newCgroup(limits)
	defer group.remove()
	socket, launcherEnd, err := socketPair()
	if err != nil {
		return r, err
	}
	defer socket.Close()
	stdout := &capture{limit: -1}
	if limits.Output > 0 {
		stdout.limit = limits.Output
		stdout.full = func() { send(socket, killForOutput) }
	}
	stderr := &capture{limit: StderrKept - 1}
	cmd := &exec.Cmd{
		Path: "/proc/self/exe",
		Args: []string{launcherName},
		// The launcher waits and looks at the same time, no more.
		Env:         []string{"GOMAXPROCS=2", "GOTRACEBACK=none"},
		Stdin:       bytes.NewReader(c.Input),
		Stdout:      stdout,
		Stderr:      stderr,
		ExtraFiles:  []*os.File{launcherEnd},
		SysProcAttr: &syscall.SysProcAttr{Setsid: true},
		WaitDelay:   grace,
	}
	if group != nil {
		cmd.ExtraFiles = append(cmd.ExtraFiles, group.dir)
	}
	if confined {
		err = enterNamespaces(cmd.SysProcAttr)
	}
	if err == nil {
		err = cmd.Start()
	}
	launcherEnd.Close()
	if err != nil {
		return r, fmt.Errorf("start the launcher: %w", err)
	}
	if c.Dir == "" {
		c.Dir = fresh
	}
	c.Input = nil // the launcher has it as its standard input
	sent := json.NewEncoder(socket).Encode(request{
		Command: c, Environment: environment(fresh), Fresh: fresh, Limits: limits, Confined: confined, Cgroup: group != nil,
	})
	over := make(chan struct{})
	go supervise(ctx, socket, cmd.Process, limits.Wall, over)
	waited := cmd.Wait()
	close(over)
	// The report is short, so the socket holds all of it.
	if err := json.NewDecoder(socket).Decode(&r); err != nil {
		return r, fmt.Errorf("the launcher ended without a report: %w", errors.Join(sent, waited, err))
	}
	if r.Error != "" {
		return r, errors.New(r.Error)
	}
	r.Result.Stdout, r.Result.Written = stdout.kept, stdout.total.Load()
	r.Result.Stderr, r.Result.StderrWritten = stderr.kept, stderr.total.Load()
	return r, nil
}

// socketPair returns the two ends of the connection between the judge and the launcher.
func socketPair() (judge, launcher *os.File, err error) {
	ends, err := unix.Socketpair(unix.AF_UNIX, unix.SOCK_STREAM|unix.SOCK_CLOEXEC|unix.SOCK_NONBLOCK, 0)
	if err != nil {
		return nil, nil, fmt.Errorf("connect the launcher: %w", err)
	}
	return os.NewFile(uintptr(ends[0]), "launcher"), os.NewFile(uintptr(ends[1]), "judge"), nil
}

// send sends a message of one byte. A launcher that does not read must not stop the judge, so that a message for which
// there is no room is lost.
func send(socket *os.File, message byte) {
	if raw, err := socket.SyscallConn(); err == nil {
		_ = raw.Write(func(fd uintptr) bool {
			_, _ = unix.SendmsgN(int(fd), []byte{message}, nil, nil, unix.MSG_NOSIGNAL)
			return true
		})
	}
}

// supervise tells the launcher that the judge is running, and when ctx ends. It kills a
// launcher that does not end within the wall limit and grace.
func supervise(ctx context.Context, socket *os.File, launcher *os.Process, wall time.Duration, over <-chan struct{}) {
	ticker := time.NewTicker(beatInterval)
	defer ticker.Stop()
	clock := newRunningClock(time.Now())
	done := ctx.Done()
	for {
		select {
		case <-over:
			return
		case <-done:
			send(socket, killForInterrupt)
			done = nil
		case now := <-ticker.C:
			send(socket, beat)
			if clock.tick(now, false) > wall+grace && wall > 0 {
				launcher.Kill()
			}
		}
	}
}
