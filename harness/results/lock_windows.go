package results

import (
	"os"

	"golang.org/x/sys/windows"
)

// lock makes this process the only writer of a file, until the file is closed or the process ends. If there is another
// writer, lock returns an error. On Windows, other processes cannot even read locked bytes, but they should be able to
// read the file. So lock locks only a single byte far beyond the end of the file, where there is nothing to read.
func lock(f *os.File) error {
	at := &windows.Overlapped{OffsetHigh: 1 << 30}
	return windows.LockFileEx(windows.Handle(f.Fd()), windows.LOCKFILE_EXCLUSIVE_LOCK|windows.LOCKFILE_FAIL_IMMEDIATELY, 0, 1, 0, at)
}
