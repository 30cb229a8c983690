package results

import (
	"os"

	"golang.org/x/sys/windows"
)

// lock makes this process the only writer of a file, until the file is closed or the process ends. It returns an error
// if there is another writer. The locked byte lies far behind the end of the file, because a lock on Windows also keeps
// readers out.
func lock(f *os.File) error {
	at := &windows.Overlapped{OffsetHigh: 1 << 30}
	return windows.LockFileEx(windows.Handle(f.Fd()), windows.LOCKFILE_EXCLUSIVE_LOCK|windows.LOCKFILE_FAIL_IMMEDIATELY, 0, 1, 0, at)
}
