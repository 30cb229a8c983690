package sandbox

import (
	"bytes"
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"os"
	"os/exec"
	"sync/atomic"
	"syscall"
	"time"
)

// patience is how long the launcher may take beyond the program's own wall
// limit, and the outputs to end after the launcher.
const patience = 10 * time.Second

// run starts the launcher and waits for its report.
func run(ctx context.Context, c Command, limits Limits) (Result, error) {
	confined := false
	if !c.Trusted {
		confined = probe().confined
	}
	r, err := runLauncher(ctx, c, limits, confined)
	return r.Result, err
}

// runLauncher is one run, in namespaces or not.
func runLauncher(ctx context.Context, c Command, limits Limits, confined bool) (r report, err error) {
	launcherReads, toLauncher, err := os.Pipe()
	if err != nil {
		return r, err
	}
	defer toLauncher.Close()
	reports, reportEnd, err := os.Pipe()
	if err != nil {
		launcherReads.Close()
		return r, err
	}
	defer reports.Close()

	send := func(b byte) { toLauncher.Write([]byte{b}) }
	stdout := &capture{limit: -1}
	if limits.Output > 0 {
		stdout.limit = limits.Output
		stdout.full = func() { send('o') }
	}
	stderr := &capture{limit: StderrKept - 1}

	cmd := &exec.Cmd{
		Path:        "/proc/self/exe",
		Args:        []string{launcherName},
		Env:         c.environment(),
		Stdin:       bytes.NewReader(c.Input),
		Stdout:      stdout,
		Stderr:      stderr,
		ExtraFiles:  []*os.File{launcherReads, reportEnd},
		SysProcAttr: &syscall.SysProcAttr{Setsid: true},
		WaitDelay:   patience,
	}
	if confined {
		err = enterNamespaces(cmd.SysProcAttr)
	}
	if err == nil {
		err = cmd.Start()
	}
	launcherReads.Close()
	reportEnd.Close()
	if err != nil {
		return r, fmt.Errorf("start the launcher: %w", err)
	}

	line, err := json.Marshal(request{
		Path: c.Path, Args: c.Args, Dir: c.Dir, Hide: c.Hide,
		Limits: limits, Confined: confined, Trusted: c.Trusted,
	})
	if err == nil {
		_, err = toLauncher.Write(append(line, '\n'))
	}
	stop := context.AfterFunc(ctx, func() { send('i') })
	defer stop()
	var gaveUp atomic.Bool
	if limits.Wall > 0 {
		giveUp := time.AfterFunc(limits.Wall+patience, func() {
			gaveUp.Store(true)
			cmd.Process.Kill()
		})
		defer giveUp.Stop()
	}
	over := make(chan struct{})
	told := make(chan []byte)
	go func() {
		text, _ := io.ReadAll(reports)
		if len(text) == 0 {
			sweepOrphans(c.Dir, over)
		}
		told <- text
	}()
	if !confined {
		go endStopped(cmd.Process, over)
	}
	waited := cmd.Wait()
	close(over)
	text := <-told
	if err != nil {
		return r, err
	}
	if len(text) == 0 && gaveUp.Load() {
		return r, fmt.Errorf("the launcher did not answer within %v after the wall limit", patience)
	}
	if len(text) == 0 {
		return lost(waited, confined)
	}
	if err := json.Unmarshal(text, &r); err != nil {
		return r, fmt.Errorf("the launcher's report %q: %w", text, err)
	}
	if r.Error != "" {
		return r, errors.New(r.Error)
	}
	r.Result.Stdout, r.Result.Written = stdout.kept, stdout.total.Load()
	r.Result.Stderr, r.Result.StderrWritten = stderr.kept, stderr.total.Load()
	return r, nil
}

// endStopped ends a launcher that was stopped: without a process namespace a
// program of the same user can do that, and would run unwatched.
func endStopped(launcher *os.Process, over <-chan struct{}) {
	for {
		select {
		case <-over:
			return
		case <-time.After(patience / 20):
		}
		stat, _ := os.ReadFile(fmt.Sprintf("/proc/%d/stat", launcher.Pid))
		if bytes.HasPrefix(stat[bytes.LastIndexByte(stat, ')')+1:], []byte(" T")) {
			launcher.Kill()
		}
	}
}

// lost is what is known when the launcher ended without a report. In a process
// namespace nothing inside can have done that. Without one, a program of the
// same user can kill the launcher: that is the program's doing.
func lost(waited error, confined bool) (report, error) {
	var ended *exec.ExitError
	if errors.As(waited, &ended) && !confined {
		if ws := ended.Sys().(syscall.WaitStatus); ws.Signaled() && ws.Signal() != syscall.SIGABRT {
			return report{Result: Result{Exit: -1, Signal: "SIGKILL", Killed: KilledLauncher}}, nil
		}
	}
	return report{}, fmt.Errorf("the launcher ended without a report: %w", waited)
}
