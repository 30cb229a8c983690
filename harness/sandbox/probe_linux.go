package sandbox

import (
	"context"
	"fmt"
	"os"
	"sync"
	"time"
)

// probe tries, once, what the kernel allows here: whether namespaces can be used, and what cannot be limited.
var probe = sync.OnceValues(func() (confined bool, unsupported []string) {
	dir, err := os.MkdirTemp("", tempPattern)
	if err != nil {
		return false, []string{err.Error()}
	}
	defer os.RemoveAll(dir)
	launch := func(confined bool) (report, error) {
		// No file has this name: the launcher does everything but start it.
		nothing := Command{Path: dir + "/nothing", Dir: dir}
		return runLauncher(context.Background(), nothing, dir, Limits{Wall: time.Minute}, confined)
	}
	r, err := launch(true)
	if err != nil {
		r, _ = launch(false) // err stays that of the namespaces
		unsupported = append(unsupported, fmt.Sprintf("no namespaces here (%v): programs are not confined; they can see and "+
			"kill other processes, leave processes behind, use the network, and read and write all files of the user", err))
	}
	return err == nil, append(unsupported, r.Unsupported...)
})

// Unsupported returns the limits that this machine cannot enforce, one sentence each.
func Unsupported() []string {
	_, unsupported := probe()
	return unsupported
}

// Confined reports whether programs see only the files that are shown to them.
func Confined() bool {
	confined, _ := probe()
	return confined
}
