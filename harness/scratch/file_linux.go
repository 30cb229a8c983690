package scratch

import (
	"fmt"
	"io"
	"os"

	"golang.org/x/sys/unix"
)

// NewFile returns a file that a program can read, for example as its standard input. The file has no name. NewFile
// calls the parameter write to fill the file, and the caller closes the file. The file is in memory and sealed: a
// program that opens it again cannot change it or make it larger.
func NewFile(write func(io.Writer) error) (*os.File, error) {
	fd, err := unix.MemfdCreate("gridjudge", unix.MFD_CLOEXEC|unix.MFD_NOEXEC_SEAL)
	if err == unix.EINVAL { // Linux before 6.3 does not know the flag
		fd, err = unix.MemfdCreate("gridjudge", unix.MFD_CLOEXEC|unix.MFD_ALLOW_SEALING)
	}
	if err != nil {
		return nil, fmt.Errorf("make a file in memory: %w", err)
	}
	file := os.NewFile(uintptr(fd), "gridjudge")
	defer file.Close()
	if err := write(file); err != nil {
		return nil, err
	}
	const seals = unix.F_SEAL_WRITE | unix.F_SEAL_GROW | unix.F_SEAL_SHRINK | unix.F_SEAL_SEAL
	if _, err := unix.FcntlInt(uintptr(fd), unix.F_ADD_SEALS, seals); err != nil {
		return nil, fmt.Errorf("seal the file: %w", err)
	}
	// The file is opened for reading alone, because before Linux 6.7 a sealed file that is open for writing cannot be
	// mapped as shared.
	return os.Open(fmt.Sprintf("/proc/self/fd/%d", fd))
}
