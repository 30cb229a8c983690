package sandbox

import (
	"fmt"
	"os"
	"strings"
	"syscall"

	"golang.org/x/sys/unix"
)

// shrinkRSS makes the launcher small before it starts the program, because its peak is the
// least peak that the program can report: 4.5 MiB on amd64 instead of 10.7 MiB without it. It drops the
// pages of the launcher's file, which the kernel reads again when they are needed, and resets
// the peak. If a step fails, the least peak is higher, and nothing else changes. To drop the code alone
// is not enough: that leaves 7 MiB.
func shrinkRSS() {
	maps, _ := os.ReadFile("/proc/self/smaps")
	var start, end uintptr // of a mapping that is read from a file and never written to
	var clean [][2]uintptr
	for line := range strings.Lines(string(maps)) {
		if strings.Contains(line, "-") { // the first line of a mapping, "start-end mode ..."
			var mode string
			fmt.Sscanf(line, "%x-%x %s", &start, &end, &mode)
			if !strings.HasPrefix(mode, "r-") || !strings.Contains(line, "/") {
				start = 0
			}
		}
		// A page that is no longer the file's (the dynamic linker of a cgo build changed it)
		// would not come back: such a mapping stays.
		if start > 0 && strings.HasPrefix(line, "Anonymous:") && strings.HasSuffix(line, " 0 kB\n") {
			clean = append(clean, [2]uintptr{start, end})
		}
	}
	for _, m := range clean { // only now: what this loop does not need is not read again
		syscall.Syscall(syscall.SYS_MADVISE, m[0], m[1]-m[0], unix.MADV_DONTNEED)
	}
	// 5: the peak of resident memory becomes what it is now.
	_ = os.WriteFile("/proc/self/clear_refs", []byte("5"), 0)
}
