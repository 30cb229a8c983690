package results

import (
	"errors"
	"os"
	"path/filepath"
)

// tempPattern matches the names of the files and folders that have not got their own names yet.
const tempPattern = ".tmp-*"

// WriteFile replaces a file at once: a reader sees the old content or the new content, never a part. The same holds if
// this process is killed while it writes. (renameio does this, but not on Windows.) A symbolic link stays, and the file
// that it names is replaced. A path that is not a regular file, such as /dev/stdout or a pipe, is written to directly.
func WriteFile(path string, data []byte) error {
	if target, err := filepath.EvalSymlinks(path); err == nil {
		path = target
	}
	if info, err := os.Stat(path); err == nil && !info.Mode().IsRegular() {
		return writeTo(path, data)
	}
	f, err := os.CreateTemp(filepath.Dir(path), tempPattern)
	if err != nil {
		return err
	}
	defer os.Remove(f.Name()) // fails once it has been renamed
	_, err = f.Write(data)
	err = errors.Join(err, f.Chmod(0o644), f.Close())
	if err != nil {
		return err
	}
	return os.Rename(f.Name(), path)
}

// writeTo writes to a file that exists. It neither truncates nor replaces the file.
func writeTo(path string, data []byte) error {
	f, err := os.OpenFile(path, os.O_WRONLY, 0)
	if err != nil {
		return err
	}
	_, err = f.Write(data)
	return errors.Join(err, f.Close())
}

// removeTemporary removes the files that a killed WriteFile left in a folder.
func removeTemporary(dir string) error {
	left, err := glob(dir, tempPattern)
	for _, path := range left {
		err = errors.Join(err, os.Remove(path))
	}
	return err
}
