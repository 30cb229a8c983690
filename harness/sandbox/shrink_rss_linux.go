package sandbox

import (
	"bytes"
	"os"
	"strconv"
	"syscall"

	"golang.org/x/sys/unix"
)

// shrinkRSS makes the launcher small before it starts the program, because its peak is the
// least peak that the program can report. It drops the pages of the launcher's code, which
// the kernel reads again from the file when they are needed, and resets the peak. If a step
// fails, the least peak is higher, and nothing else changes.
func shrinkRSS() {
	maps, err := os.ReadFile("/proc/self/smaps")
	if err != nil {
		return
	}
	var start, end uintptr
	for line := range bytes.Lines(maps) {
		if lo, hi, mode, ok := mapping(line); ok {
			start, end = 0, 0
			if bytes.HasPrefix(mode, []byte("r-")) && bytes.IndexByte(line, '/') >= 0 {
				start, end = lo, hi
			}
			continue
		}
		// A page that is no longer the file's (a relocation changed it) would
		// not come back: such a mapping stays.
		if start > 0 && bytes.HasPrefix(line, []byte("Anonymous:")) && bytes.HasSuffix(line, []byte(" 0 kB\n")) {
			syscall.Syscall(syscall.SYS_MADVISE, start, end-start, unix.MADV_DONTNEED)
		}
	}
	// 5: the peak of resident memory becomes what it is now.
	_ = os.WriteFile("/proc/self/clear_refs", []byte("5"), 0)
}

// mapping reads the first line of a mapping, "start-end mode ...".
func mapping(line []byte) (start, end uintptr, mode []byte, ok bool) {
	first, rest, ok := bytes.Cut(line, []byte("-"))
	last, rest, spaced := bytes.Cut(rest, []byte(" "))
	if !ok || !spaced {
		return 0, 0, nil, false
	}
	lo, err := strconv.ParseUint(string(first), 16, 64)
	if err != nil {
		return 0, 0, nil, false
	}
	hi, err := strconv.ParseUint(string(last), 16, 64)
	return uintptr(lo), uintptr(hi), rest, err == nil
}
