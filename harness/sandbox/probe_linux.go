package sandbox

import (
	"context"
	"fmt"
	"os"
	"sync"
	"time"
)

// conditions are what this machine allows.
type conditions struct {
	confined    bool     // namespaces can be used
	unsupported []string // what cannot be limited, for people to read
	leastPeak   int64    // see LeastPeak
}

// probe tries, once, what the kernel allows here.
var probe = sync.OnceValue(func() conditions {
	dir, err := os.MkdirTemp("", tempPattern)
	if err != nil {
		return conditions{unsupported: []string{err.Error()}}
	}
	defer os.RemoveAll(dir)
	launch := func(confined bool) (report, error) {
		// No file has this name: the launcher does everything but start it.
		nothing := Command{Path: dir + "/nothing", Dir: dir}
		return runLauncher(context.Background(), nothing, dir, Limits{Wall: time.Minute}, confined)
	}
	r, err := launch(true)
	confined := err == nil
	if !confined {
		r, _ = launch(false)
		r.Unsupported = append([]string{fmt.Sprintf("no namespaces here (%v): programs are not confined; they can see and "+
			"kill other processes, leave processes behind, use the network, and read and write all files of the user", err)},
			r.Unsupported...)
	}
	return conditions{confined, r.Unsupported, r.LeastPeak}
})

// Unsupported returns the limits that this machine cannot enforce, one sentence each.
func Unsupported() []string { return probe().unsupported }

// Confined reports whether programs see only the files that are shown to them.
func Confined() bool { return probe().confined }

// LeastPeak returns the least peak memory that can be measured here, in bytes. It is
// the size of the launcher: the kernel copies it into the peak of each program that the
// launcher starts.
func LeastPeak() int64 { return probe().leastPeak }
