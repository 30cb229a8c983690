package sandbox

import (
	"context"
	"fmt"
	"sync"
	"time"

	"gridjudge/harness/tempdir"

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
	fresh, err := tempdir.New()
	if err != nil {
		return conditions{unsupported: []string{err.Error()}}
	}
	defer fresh.Remove()
	dir := fresh.Path
	// No file has this name: the launcher does everything but start it.
	nothing := Command{Path: dir + "/nothing", Dir: dir}
	limits := Limits{Wall: time.Minute}
	return conditionsOf(func(confined bool) (report, error) {
		if !confined {
			becomeUnconfined()
		}
		return runLauncher(context.Background(), nothing, dir, limits, confined)
	})
})

// conditionsOf runs a launcher with namespaces and, if that fails, without.
func conditionsOf(launch func(confined bool) (report, error)) conditions {
	r, err := launch(true)
	if err == nil {
		return conditions{confined: true, unsupported: r.Unsupported, leastPeak: r.LeastPeak}
	}
	r, _ = launch(false)
	return conditions{leastPeak: r.LeastPeak, unsupported: append([]string{fmt.Sprintf(
		"no namespaces here (%v): programs can see other processes, use the network, read files and write outside their directory", err)},
		r.Unsupported...)}
}

// becomeUnconfined prepares this process for programs that can see it.
func becomeUnconfined() {
	// Orphans become its children even if a program has killed the launcher.
	unix.Prctl(unix.PR_SET_CHILD_SUBREAPER, 1, 0, 0, 0)
	// No process of the same user may open its descriptors or trace it. With
	// namespaces nobody could, and their identities could not be mapped.
	unix.Prctl(unix.PR_SET_DUMPABLE, 0, 0, 0, 0)
}

// Unsupported returns the limits that this machine cannot enforce, one sentence each.
func Unsupported() []string { return probe().unsupported }

// Confined reports whether programs see only the files that are shown to them.
func Confined() bool { return probe().confined }

// LeastPeak returns the least peak memory that can be measured here, in bytes. It is
// the size of the launcher: the kernel copies it into the peak of each program that the
// launcher starts.
func LeastPeak() int64 { return probe().leastPeak }
