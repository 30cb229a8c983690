package program

import (
	"fmt"
	"os"

	"golang.org/x/sys/unix"
)

// notExecutable says that nothing in the folder for temporary files can be executed, because its file system is mounted
// so; "" otherwise. Builds may need that, and so may programs without namespaces.
func notExecutable() string {
	var fs unix.Statfs_t
	if err := unix.Statfs(os.TempDir(), &fs); err != nil || fs.Flags&unix.MS_NOEXEC == 0 {
		return ""
	}
	return fmt.Sprintf("\nNothing in TMPDIR can be executed, because %s is mounted noexec: set TMPDIR to another folder.", os.TempDir())
}
