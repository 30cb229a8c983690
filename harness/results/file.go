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

// WriteFile replaces a file at once: a reader sees the old content or the new content, never a part. The same holds if
// this process is killed while it writes. (renameio does this, but not on Windows.) The mode of the file stays; that of
// a new file is what the umask permits. A symbolic link stays, and the file that it names is replaced. What is no regular
// file, such as a device or a pipe, and a file without a name, as /dev/stdout may be, is written to directly.
func WriteFile(path string, data []byte) error {
	if target, err := filepath.EvalSymlinks(path); err == nil {
		named, _ := os.Stat(path)
		if found, err := os.Stat(target); err == nil && os.SameFile(named, found) { // else that name is another file's
			path = target
		}
	}
	mode := os.FileMode(0o666)
	info, err := os.Lstat(path)
	exists := err == nil
	if exists {
		mode = info.Mode().Perm()
		if !info.Mode().IsRegular() {
			return os.WriteFile(path, data, 0o666) // a link to nothing makes a file; its own mode is no file's
		}
	}
	temporary := fmt.Sprintf("%s.%d.tmp", path, os.Getpid())
	defer os.Remove(temporary) // fails once it has been renamed
	err = os.WriteFile(temporary, data, mode)
	if err == nil && exists { // the umask does not count
		err = os.Chmod(temporary, mode)
	}
	if err == nil {
		err = os.Rename(temporary, path)
	}
	if err != nil { // the user knows path alone
		return &fs.PathError{Op: "write", Path: path, Err: cmp.Or(errors.Unwrap(err), err)}
	}
	return nil
}

// WriteJSON writes a value as indented JSON, as WriteFile writes.
func WriteJSON(path string, value any) error {
	data, err := json.MarshalIndent(value, "", "  ")
	if err != nil {
		return err
	}
	return WriteFile(path, append(data, '\n'))
}

// mostRead is how many bytes a file of a run may have: 1 GiB, some 5 million samples.
const mostRead = 1 << 30

// readRegular reads a file of a run's folder, which may come from another machine. Nothing else than a regular file
// belongs there: a pipe would be waited for without end, and a device has no end.
func readRegular(path string) ([]byte, error) {
	info, err := os.Stat(path)
	switch {
	case err != nil:
		return nil, err
	case !info.Mode().IsRegular():
		return nil, fmt.Errorf("%s: it is no regular file, as those of a run are", path)
	case info.Size() > mostRead:
		return nil, fmt.Errorf("%s: it has %d bytes, and a file of a run at most %d", path, info.Size(), mostRead)
	}
	return os.ReadFile(path)
}
