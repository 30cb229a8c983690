package results

import (
	"os"

	"golang.org/x/sys/windows"
)

// lock makes this process the only writer of a file, until the file is closed or the process ends. If there is another
// writer, it returns an error. A lock on Windows also keeps readers away from the locked bytes, so lock locks a byte
// far behind the end of the file.
func lock(f *os.File) error {
	at := &windows.Overlapped{OffsetHigh: 1 << 30}
	return windows.LockFileEx(windows.Handle(f.Fd()), windows.LOCKFILE_EXCLUSIVE_LOCK|windows.LOCKFILE_FAIL_IMMEDIATELY, 0, 1, 0, at)
}
