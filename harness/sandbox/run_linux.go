package sandbox

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"os"
	"os/exec"
	"runtime"
	"sync"
	"syscall"
	"time"

	"golang.org/x/sys/unix"

	"gridjudge/harness/scratch"
)

// grace is how long the launcher may take beyond the program's own wall limit, and how long the outputs may take to
// end after the launcher.
const grace = 10 * time.Second

// run starts the launcher and waits for its report.
func run(ctx context.Context, c Command, fresh string, limits Limits) (Result, error) {
	r, err := runLauncher(ctx, c, fresh, limits, probe())
	return r.Result, err
}

// runLauncher runs the launcher once, with or without namespaces, and with or without a control group. No caller asks
// for a group without namespaces, because the processes of the program would then not end with the launcher.
func runLauncher(ctx context.Context, c Command, fresh string, limits Limits, p probed) (r report, err error) {
	ends, err := unix.Socketpair(unix.AF_UNIX, unix.SOCK_STREAM|unix.SOCK_CLOEXEC|unix.SOCK_NONBLOCK, 0)
	if err != nil {
		return r, fmt.Errorf("connect the launcher: %w", err)
	}
	socket, launcherEnd := os.NewFile(uintptr(ends[0]), "launcher"), os.NewFile(uintptr(ends[1]), "judge")
	defer socket.Close()
	defer launcherEnd.Close()
	kill := func(why Cause) { _ = json.NewEncoder(socket).Encode(why) } // a launcher that has ended needs no message
	// The kernel kills the launcher when the thread that started it ends. So this thread has to last as long as the
	// run, or as long as the judge. The end of the socket alone would not do: a launcher that was stopped would not
	// see it.
	runtime.LockOSThread()
	defer runtime.UnlockOSThread()
	// The launcher is a second process of this executable. It is started with the path of the executable, because the
	// path leads to a file in the launcher's own mount namespace. There, confineFiles can make sure that no program
	// starts this file. The link /proc/self/exe would lead to the file in the judge's namespace instead. There is one
	// exception: the executable may have been replaced since this process started, for example by a new build of
	// gridjudge. The path then leads to the wrong file, so the launcher is started with /proc/self/exe.
	path, _ := os.Executable()
	named, _ := os.Stat(path)
	if own, _ := os.Stat("/proc/self/exe"); !os.SameFile(named, own) {
		path = "/proc/self/exe"
	}
	cmd := &exec.Cmd{
		Path: path,
		Args: []string{launcherName},
		// The launcher waits for processes and looks at them at the same time, and does nothing else.
		Env:         []string{"GOMAXPROCS=2", "GOTRACEBACK=none"},
		ExtraFiles:  []*os.File{launcherEnd},
		SysProcAttr: &syscall.SysProcAttr{Setsid: true, Pdeathsig: syscall.SIGKILL},
		WaitDelay:   grace,
	}
	captured := c.connect(cmd, limits, func() { kill(KilledOutput) })
	asked := request{Command: c, Environment: environment(fresh), Fresh: fresh, Limits: limits, Confined: p.confined}
	if p.grouped {
		group, e := scratch.In(cgroupParent(), removeCgroup)
		if e != nil {
			return r, fmt.Errorf("make a control group: %w", e)
		}
		defer group.Remove()
		asked.Group = group.Path
		cmd.SysProcAttr.UseCgroupFD, cmd.SysProcAttr.CgroupFD = true, group.FD()
	}
	if p.confined {
		err = enterNamespaces(cmd.SysProcAttr)
	}
	if err == nil {
		err = cmd.Start()
	}
	launcherEnd.Close()
	if err != nil {
		return r, fmt.Errorf("start the launcher: %w", err)
	}
	sent := json.NewEncoder(socket).Encode(asked)
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
	captured(&r.Result)
	return r, nil
}

// probed is what the kernel allows here.
type probed struct {
	confined, grouped bool     // whether there are namespaces, and control groups
	unsupported       []string // what cannot be limited
}

// probe finds out what the kernel allows here, by trying it once. If no control group can be used, the launcher will
// trace every process of a program.
var probe = sync.OnceValue(func() (p probed) {
	folder, err := scratch.New()
	if err != nil {
		return probed{unsupported: []string{fmt.Sprintf("TMPDIR: %v", err)}}
	}
	defer folder.Remove()
	var r report
	try := func(confined, grouped bool) bool {
		// No file has this name, so the launcher does everything except starting it.
		nothing := Command{Path: folder.Path + "/nothing", Dir: folder.Path}
		p.confined, p.grouped = confined, grouped
		r, err = runLauncher(context.Background(), nothing, folder.Path, Limits{Wall: time.Minute}, p)
		return err == nil
	}
	if (cgroupParent() == "" || !try(true, true)) && !try(true, false) {
		p.unsupported = []string{fmt.Sprintf("no namespaces here (%v): programs are not confined; they can see and kill other "+
			"processes, use the network, and read and write all files of the user", err)}
		try(false, false)
	}
	p.unsupported = append(p.unsupported, r.Unsupported...)
	return p
})

// Unsupported returns the limits that this machine cannot enforce, one sentence each.
func Unsupported() []string { return probe().unsupported }

// Confined reports whether programs see only the files that are shown to them.
func Confined() bool { return probe().confined }
