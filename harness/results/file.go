package results

import (
	"cmp"
	"encoding/json"
	"errors"
	"fmt"
	"io/fs"
	"os"
	"path/filepath"
)

// WriteFile replaces the content of a file in one step: a reader sees either the old content or the new content, never
// a part of it, even if this process is killed while it writes. The file keeps its mode; a new file gets the mode that
// the umask permits. If path is a symbolic link, the link stays, and the file that it points to is replaced. (The
// package renameio also does all this, but not on Windows.)
//
// Two kinds of files cannot be replaced, so WriteFile writes to them directly: anything but a regular file, such as a
// device or a pipe; and a file without a name, which /dev/stdout may be.
func WriteFile(path string, data []byte) error {
	if target, err := filepath.EvalSymlinks(path); err == nil {
		named, _ := os.Stat(path)
		if found, err := os.Stat(target); err == nil && os.SameFile(named, found) { // otherwise another file has this name now
			path = target
		}
	}
	mode := os.FileMode(0o666)
	info, err := os.Lstat(path)
	exists := err == nil
	if exists {
		mode = info.Mode().Perm()
		if !info.Mode().IsRegular() {
			return os.WriteFile(path, data, 0o666) // a link to nothing makes a new file, and the mode of a link says nothing
		}
	}
	temporary := fmt.Sprintf("%s.%d.tmp", path, os.Getpid())
	defer os.Remove(temporary) // fails if it has been renamed, as it should
	err = os.WriteFile(temporary, data, mode)
	if err == nil && exists { // the mode stays, whatever the umask is
		err = os.Chmod(temporary, mode)
	}
	if err == nil {
		err = os.Rename(temporary, path)
	}
	if err != nil { // the user does not know the temporary file
		return &fs.PathError{Op: "write", Path: path, Err: cmp.Or(errors.Unwrap(err), err)}
	}
	return nil
}

// WriteJSON writes a value as indented JSON. It replaces the file as WriteFile does.
func WriteJSON(path string, value any) error {
	data, err := json.MarshalIndent(value, "", "  ")
	if err != nil {
		return err
	}
	return WriteFile(path, append(data, '\n'))
}

// mostRead is the largest size of a file of a run that is read, in bytes: 1 GiB, or some 5 million samples.
const mostRead = 1 << 30

// readRegular reads a file from a run's folder. The folder may come from another machine, so readRegular only accepts a
// regular file: a pipe could make it wait forever, and a device has no end.
func readRegular(path string) ([]byte, error) {
	info, err := os.Stat(path)
	switch {
	case err != nil:
		return nil, err
	case !info.Mode().IsRegular():
		return nil, fmt.Errorf("%s: it is not a regular file, but all files of a run are", path)
	case info.Size() > mostRead:
		return nil, fmt.Errorf("%s: it has %d bytes, and a file of a run at most %d", path, info.Size(), mostRead)
	}
	return os.ReadFile(path)
}
