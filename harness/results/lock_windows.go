package results

import (
	"os"

	"golang.org/x/sys/windows"
)

// lock makes this process the only writer of a file, until the file is closed or the process ends. If there is another
// writer, it returns an error. Readers should still be able to read the file, but a lock on Windows keeps them away
// from the locked bytes, too. So lock locks a byte far beyond the end of the file, where there is nothing to read.
func lock(f *os.File) error {
	at := &windows.Overlapped{OffsetHigh: 1 << 30}
	return windows.LockFileEx(windows.Handle(f.Fd()), windows.LOCKFILE_EXCLUSIVE_LOCK|windows.LOCKFILE_FAIL_IMMEDIATELY, 0, 1, 0, at)
}
