package sandbox

import (
	"bufio"
	"fmt"
	"os"
	"strings"
	"syscall"

	"golang.org/x/sys/unix"
)

// shrink makes the launcher small before it starts the program, for its size is
// the leastPeak of what the program reports: the pages of its own code go, which
// come back from the file as they are needed, and the kernel forgets the peak
// so far. What cannot be done only leaves the leastPeak higher.
func shrink() {
	maps, err := os.Open("/proc/self/smaps")
	if err != nil {
		return
	}
	defer maps.Close()
	var start, end uintptr
	fromFile := false
	lines := bufio.NewScanner(maps)
	for lines.Scan() {
		line := lines.Text()
		var lo, hi uintptr
		var mode string
		if n, _ := fmt.Sscanf(line, "%x-%x %s", &lo, &hi, &mode); n == 3 {
			start, end = lo, hi
			fromFile = strings.HasPrefix(mode, "r-") && strings.Contains(line, "/")
			continue
		}
		// A page that is no longer that of the file (a relocation made it
		// another) would not come back: such a mapping stays.
		if fromFile && strings.HasPrefix(line, "Anonymous:") && strings.Contains(line, " 0 kB") {
			syscall.Syscall(syscall.SYS_MADVISE, start, end-start, unix.MADV_DONTNEED)
		}
	}
	// 5: the peak of resident memory becomes what it is now.
	_ = os.WriteFile("/proc/self/clear_refs", []byte("5"), 0)
}
