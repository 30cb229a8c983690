package program

import (
	"fmt"
	"os"
	"syscall"
)

// notExecutable says that nothing in the folder for temporary files can be executed, because its file system is mounted
// so; "" otherwise. Builds may need that, and so may programs without namespaces.
func notExecutable() string {
	var fs syscall.Statfs_t
	if err := syscall.Statfs(os.TempDir(), &fs); err != nil || fs.Flags&syscall.MS_NOEXEC == 0 {
		return ""
	}
	return fmt.Sprintf("\nNothing in TMPDIR can be executed, because %s is mounted noexec: set TMPDIR to another folder.", os.TempDir())
}
