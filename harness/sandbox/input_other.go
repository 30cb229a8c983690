//go:build !linux

package sandbox

import (
	"io"
	"os"
)

// NewInput returns a file with what write writes, for the standard input of one run; the caller closes it. It is a file
// because programs seek in their input and map it, as they can on online judges. It has no name.
func NewInput(write func(io.Writer) error) (*os.File, error) {
	file, err := os.CreateTemp("", ownPrefix)
	if err != nil {
		return nil, err
	}
	os.Remove(file.Name())
	if err = write(file); err == nil {
		_, err = file.Seek(0, io.SeekStart)
	}
	if err != nil {
		file.Close()
		return nil, err
	}
	return file, nil
}
