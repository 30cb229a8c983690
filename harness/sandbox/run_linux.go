package sandbox

import (
	"bytes"
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"os"
	"os/exec"
	"strings"
	"syscall"
	"time"
)

// grace is how long the launcher may take beyond the program's own wall limit,
// and the outputs to end after the launcher.
const grace = 10 * time.Second

// run starts the launcher and waits for its report.
func run(ctx context.Context, c Command, fresh string, limits Limits) (Result, error) {
	r, err := runLauncher(ctx, c, fresh, limits, probe().confined)
	return r.Result, err
}

// running is one run as the judge sees it.
type running struct {
	cmd            *exec.Cmd
	control        *os.File // to the launcher
	reports        *os.File // from the launcher
	stdout, stderr *capture
	confined       bool
}

// runLauncher runs the launcher once, with or without namespaces.
func runLauncher(ctx context.Context, c Command, fresh string, limits Limits, confined bool) (r report, err error) {
	group := newCgroup(limits)
	defer group.remove()
	run, err := startLauncher(&c, limits, confined, group)
	if err != nil {
		return r, fmt.Errorf("start the launcher: %w", err)
	}
	defer run.control.Close()
	defer run.reports.Close()
	defer launcherEnded(run.cmd.Process.Pid)

	if c.Dir == "" {
		c.Dir = fresh
	}
	line, err := json.Marshal(request{
		Path: c.Path, Args: c.Args, Environment: environment(fresh), Dir: c.Dir, Fresh: fresh,
		Read: c.Read, Hide: c.Hide, Limits: limits, Confined: confined, Cgroup: group != nil,
	})
	if err == nil {
		_, err = run.control.Write(append(line, '\n'))
	}
	over := make(chan struct{})
	gaveUp := make(chan bool, 1)
	go func() { gaveUp <- run.supervise(ctx, limits.Wall, over) }()
	told := make(chan string)
	go func() {
		text := run.readReports()
		if !confined && !strings.Contains(text, "\n{") {
			sweepOrphans(over)
		}
		told <- text
	}()
	if !confined {
		go endStopped(run.cmd.Process, over)
	}
	waited := run.cmd.Wait()
	close(over)
	text := <-told
	late := <-gaveUp
	if err != nil {
		return r, err
	}
	r, err = readReport(text, waited, confined, late, limits)
	r.Result.Stdout, r.Result.Written = run.stdout.kept, run.stdout.total.Load()
	r.Result.Stderr, r.Result.StderrWritten = run.stderr.kept, run.stderr.total.Load()
	return r, err
}

// startLauncher starts this executable as a launcher.
func startLauncher(c *Command, limits Limits, confined bool, group *cgroup) (*running, error) {
	launcherReads, control, err := os.Pipe()
	if err != nil {
		return nil, err
	}
	defer launcherReads.Close()
	reports, reportEnd, err := os.Pipe()
	if err != nil {
		control.Close()
		return nil, err
	}
	defer reportEnd.Close()
	run := &running{control: control, reports: reports, confined: confined}
	run.stdout = &capture{limit: -1}
	if limits.Output > 0 {
		run.stdout.limit = limits.Output
		run.stdout.full = func() { run.send('o') }
	}
	run.stderr = &capture{limit: StderrKept - 1}
	run.cmd = &exec.Cmd{
		Path: "/proc/self/exe",
		Args: []string{launcherName},
		// The launcher waits and looks at the same time, no more.
		Env:         []string{"GOMAXPROCS=2", "GOTRACEBACK=none"},
		Stdin:       bytes.NewReader(c.Input),
		Stdout:      run.stdout,
		Stderr:      run.stderr,
		ExtraFiles:  []*os.File{launcherReads, reportEnd},
		SysProcAttr: &syscall.SysProcAttr{Setsid: true},
		WaitDelay:   grace,
	}
	if group != nil {
		run.cmd.ExtraFiles = append(run.cmd.ExtraFiles, group.dir)
	}
	if confined {
		err = enterNamespaces(run.cmd.SysProcAttr)
	}
	if err == nil {
		err = run.start()
	}
	if err != nil {
		control.Close()
		reports.Close()
		return nil, err
	}
	return run, nil
}

// start starts the launcher. Until it is registered it would pass for an orphan.
func (run *running) start() error {
	launchers.Lock()
	defer launchers.Unlock()
	if err := run.cmd.Start(); err != nil {
		return err
	}
	if launchers.pids == nil {
		launchers.pids = map[int]bool{}
	}
	launchers.pids[run.cmd.Process.Pid] = true
	return nil
}

func (run *running) send(message byte) { run.control.Write([]byte{message}) }

// supervise tells the launcher that the judge is running, and when ctx ends. It
// kills a launcher that does not end within the wall limit and grace, and
// reports whether it had to.
func (run *running) supervise(ctx context.Context, wall time.Duration, over <-chan struct{}) (gaveUp bool) {
	ticker := time.NewTicker(beatInterval)
	defer ticker.Stop()
	clock := newRunningClock(time.Now())
	done := ctx.Done()
	for {
		select {
		case <-over:
			return gaveUp
		case <-done:
			run.send('i')
			done = nil
		case now := <-ticker.C:
			run.send(beat)
			if wall > 0 && !gaveUp && clock.tick(now, false) > wall+grace {
				gaveUp = true
				run.cmd.Process.Kill()
			}
		}
	}
}

// readReports reads all that the launcher writes.
func (run *running) readReports() string {
	var text bytes.Buffer
	text.ReadFrom(run.reports)
	return text.String()
}

// readReport returns the report of a launcher that has ended.
func readReport(text string, waited error, confined, gaveUp bool, limits Limits) (r report, err error) {
	text, started := strings.CutPrefix(text, startedLine+"\n")
	if text != "" {
		if err := json.Unmarshal([]byte(text), &r); err != nil {
			return r, fmt.Errorf("the launcher's report %q: %w", text, err)
		}
		if r.Error != "" {
			return r, errors.New(r.Error)
		}
		return r, nil
	}
	var ended *exec.ExitError
	switch {
	case gaveUp && started:
		// Whatever kept the launcher from answering, the program ran for longer
		// than it may, and is gone.
		r.Result = Result{Exit: -1, Signal: "SIGKILL", Killed: KilledWall, Wall: limits.Wall + grace}
		return r, nil
	case gaveUp:
		return r, fmt.Errorf("the launcher did not start the program within %v", limits.Wall+grace)
	case started && !confined && errors.As(waited, &ended):
		// Outside a process namespace a program of the same user can kill the
		// launcher. Inside one, nothing can.
		if ws := ended.Sys().(syscall.WaitStatus); ws.Signaled() && ws.Signal() != syscall.SIGABRT {
			r.Result = Result{Exit: -1, Signal: "SIGKILL", Killed: KilledLauncher}
			return r, nil
		}
	}
	return r, fmt.Errorf("the launcher ended without a report: %w", waited)
}
