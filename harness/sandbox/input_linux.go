package sandbox

import (
	"fmt"
	"io"
	"os"

	"golang.org/x/sys/unix"
)

// NewInput returns a file with what write writes, for the standard input of one run; the caller closes it. It is a file
// because programs seek in their input and map it, as they can on online judges. It is in memory, and sealed: a
// program that opens it again can neither change it nor let it grow.
func NewInput(write func(io.Writer) error) (*os.File, error) {
	fd, err := unix.MemfdCreate("input", unix.MFD_CLOEXEC|unix.MFD_NOEXEC_SEAL)
	if err == unix.EINVAL { // Linux before 6.3
		fd, err = unix.MemfdCreate("input", unix.MFD_CLOEXEC|unix.MFD_ALLOW_SEALING)
	}
	if err != nil {
		return nil, fmt.Errorf("make a file for the input: %w", err)
	}
	file := os.NewFile(uintptr(fd), "input")
	defer file.Close()
	if err := write(file); err != nil {
		return nil, err
	}
	const seals = unix.F_SEAL_WRITE | unix.F_SEAL_GROW | unix.F_SEAL_SHRINK | unix.F_SEAL_SEAL
	if _, err := unix.FcntlInt(uintptr(fd), unix.F_ADD_SEALS, seals); err != nil {
		return nil, fmt.Errorf("seal the input: %w", err)
	}
	// Opened for reading alone: before Linux 6.7, a sealed file that is open for writing cannot be mapped as shared.
	return os.Open(fmt.Sprintf("/proc/self/fd/%d", fd))
}
