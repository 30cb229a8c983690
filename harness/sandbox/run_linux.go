package sandbox

import (
	"bytes"
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"os"
	"os/exec"
	"slices"
	"sync"
	"syscall"
	"time"

	"golang.org/x/sys/unix"
)

// grace is how long the launcher may take beyond the program's own wall limit,
// and the outputs to end after the launcher.
const grace = 10 * time.Second

// run starts the launcher and waits for its report.
func run(ctx context.Context, c Command, fresh string, limits Limits) (Result, error) {
	r, err := runLauncher(ctx, c, fresh, limits, Confined())
	return r.Result, err
}

// runLauncher runs the launcher once, with or without namespaces.
func runLauncher(ctx context.Context, c Command, fresh string, limits Limits, confined bool) (r report, err error) {
	ends, err := unix.Socketpair(unix.AF_UNIX, unix.SOCK_STREAM|unix.SOCK_CLOEXEC|unix.SOCK_NONBLOCK, 0)
	if err != nil {
		return r, fmt.Errorf("connect the launcher: %w", err)
	}
	socket, launcherEnd := os.NewFile(uintptr(ends[0]), "launcher"), os.NewFile(uintptr(ends[1]), "judge")
	defer socket.Close()
	kill := func(why Cause) { _ = json.NewEncoder(socket).Encode(why) } // a launcher that has ended needs no message
	stdout, stderr := captures(limits, func() { kill(KilledOutput) })
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
	group := newCgroup()
	if group != nil {
		defer removeCgroup(group)
		cmd.ExtraFiles = append(cmd.ExtraFiles, group)
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
	c.Input = nil // the launcher has it as its standard input
	sent := json.NewEncoder(socket).Encode(request{
		Command: c, Environment: environment(fresh), Fresh: fresh, Limits: limits, Confined: confined, Cgroup: group != nil,
	})
	defer context.AfterFunc(ctx, func() { kill(Interrupted) })()
	if limits.Wall > 0 {
		defer time.AfterFunc(limits.Wall+grace, func() { cmd.Process.Kill() }).Stop()
	}
	waited := cmd.Wait()
	// The report is short, so the socket holds all of it.
	if err := json.NewDecoder(socket).Decode(&r); err != nil {
		return r, fmt.Errorf("the launcher ended without a report: %w", errors.Join(sent, waited, err))
	}
	if r.Error != "" {
		return r, errors.New(r.Error)
	}
	r.Result.captured(stdout, stderr)
	return r, nil
}

// probe tries, once, what the kernel allows here. Its report has what cannot be limited, and as its error why there are
// no namespaces, if that is so.
var probe = sync.OnceValue(func() report {
	dir, remove, err := freshFolder()
	if err != nil {
		return report{Unsupported: []string{err.Error()}, Error: err.Error()}
	}
	defer remove()
	launch := func(confined bool) (report, error) {
		// No file has this name: the launcher does everything but start it.
		nothing := Command{Path: dir + "/nothing", Dir: dir}
		return runLauncher(context.Background(), nothing, dir, Limits{Wall: time.Minute}, confined)
	}
	r, err := launch(true)
	if err != nil {
		r, _ = launch(false)
		r.Error = err.Error() // of the namespaces
		r.Unsupported = slices.Insert(r.Unsupported, 0, "no namespaces here ("+r.Error+"): programs are not confined; they "+
			"can see and kill other processes, leave processes behind, use the network, and read and write all files "+
			"of the user")
	}
	return r
})

// Unsupported returns the limits that this machine cannot enforce, one sentence each.
func Unsupported() []string { return probe().Unsupported }

// Confined reports whether programs see only the files that are shown to them.
func Confined() bool { return probe().Error == "" }
