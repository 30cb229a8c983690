//go:build !linux

package scratch

import (
	"io"
	"os"
)

// NewFile returns a file that a program can read, for example as its standard input. The file has no name. NewFile
// calls the parameter write to fill the file, and the caller closes the file.
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
