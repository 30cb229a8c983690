package program

import (
	"fmt"
	"os"
	"syscall"
)

// notExecutable returns a message for the user if nothing in the folder for temporary files can be executed, because
// its file system is mounted noexec. Some builds need to execute files there, and so do some programs that run without
// namespaces, so this may be why they fail. If files can be executed, notExecutable returns "".
func notExecutable() string {
	var fs syscall.Statfs_t
	if err := syscall.Statfs(os.TempDir(), &fs); err != nil || fs.Flags&syscall.MS_NOEXEC == 0 {
		return ""
	}
	return fmt.Sprintf("\nNothing in TMPDIR can be executed, because %s is mounted noexec: set TMPDIR to another folder.", os.TempDir())
}
