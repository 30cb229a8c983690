package program

import (
	"fmt"
	"os"
	"syscall"
)

// notExecutable returns a message for the user if the folder for temporary files is mounted noexec, so that no file in
// it can be executed; otherwise it returns "". The message is shown with failures, because this may be their cause:
// some builds execute files in this folder, and so do some programs that run without namespaces.
func notExecutable() string {
	var fs syscall.Statfs_t
	if err := syscall.Statfs(os.TempDir(), &fs); err != nil || fs.Flags&syscall.MS_NOEXEC == 0 {
		return ""
	}
	return fmt.Sprintf("\nNothing in TMPDIR can be executed, because %s is mounted noexec: set TMPDIR to another folder.", os.TempDir())
}
