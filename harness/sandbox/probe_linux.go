package sandbox

import (
	"bytes"
	"context"
	"fmt"
	"os"
	"sync"
	"syscall"
	"time"

	"golang.org/x/sys/unix"
)

// conditions are what this machine allows.
type conditions struct {
	confined    bool     // namespaces can be used
	unsupported []string // what cannot be limited, for people to read
	leastPeak   int64    // see LeastPeak
}

// probe tries, once, what the kernel allows here.
var probe = sync.OnceValue(func() conditions {
	dir, err := os.MkdirTemp("", "gridjudge-")
	if err != nil {
		return conditions{unsupported: []string{err.Error()}}
	}
	defer os.RemoveAll(dir)
	// Nothing has this name: the launcher does all but start it.
	nothing := Command{Path: dir + "/nothing", Dir: dir}
	limits := Limits{Wall: time.Minute}
	r, err := runLauncher(context.Background(), nothing, limits, true)
	if err == nil {
		return conditions{confined: true, unsupported: r.Unsupported, leastPeak: r.LeastPeak}
	}
	r, _ = runLauncher(context.Background(), nothing, limits, false)
	// Without a process namespace orphans must have somebody to fall to, even
	// where the program killed the launcher.
	unix.Prctl(unix.PR_SET_CHILD_SUBREAPER, 1, 0, 0, 0)
	return conditions{leastPeak: r.LeastPeak, unsupported: append(r.Unsupported, fmt.Sprintf(
		"no namespaces here (%v): programs can see other processes, use the network and write outside their directory", err))}
})

// Unsupported says what cannot be limited on this machine, one sentence each.
func Unsupported() []string { return probe().unsupported }

// LeastPeak is the least peak memory that can be reported here, in bytes: the size
// of the launcher, which the kernel carries over into what it starts.
func LeastPeak() int64 { return probe().leastPeak }

// sweepOrphans kills what is left of a program whose launcher is gone, until
// over says that nothing holds its outputs open any more: the children that
// fell to this process and have the program's directory as their home.
func sweepOrphans(dir string, over <-chan struct{}) {
	home := []byte("HOME=" + dir + "\x00")
	sweep := func() {
		for _, pid := range descendants(os.Getpid()) {
			env, err := os.ReadFile(fmt.Sprintf("/proc/%d/environ", pid))
			if err == nil && bytes.Contains(env, home) {
				syscall.Kill(pid, syscall.SIGKILL)
				syscall.Wait4(pid, nil, 0, nil)
			}
		}
	}
	for {
		select {
		case <-over:
			sweep()
			return
		case <-time.After(interval):
			sweep()
		}
	}
}
