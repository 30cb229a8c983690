//go:build !linux

package scratch

import (
	"io"
	"os"
)

// NewFile returns a file without a name, for a program to read. It calls the function write to fill the file; the
// caller closes the file.
func NewFile(write func(io.Writer) error) (*os.File, error) {
	file, err := os.CreateTemp("", "gridjudge-")
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
