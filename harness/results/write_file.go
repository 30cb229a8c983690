package results

import (
	"errors"
	"os"
	"path/filepath"
)

// The names of the files and folders that have not got their own names yet are a prefix and digits.
const (
	tempPrefix  = ".tmp-"
	tempPattern = tempPrefix + "*"
)

// WriteFile replaces a file at once: a reader sees the old content or the new content, never a part. The same holds if
// this process is killed while it writes. (renameio does this, but not on Windows.) A symbolic link to a file stays,
// and the file that it names is replaced. A device, a pipe, and a file that has no name of its own, as /dev/stdout may
// be, are written to directly.
func WriteFile(path string, data []byte) error {
	if info, err := os.Stat(path); err == nil {
		target, err := filepath.EvalSymlinks(path)
		if err != nil || !info.Mode().IsRegular() || !isFile(target, info) {
			return writeTo(path, data)
		}
		path = target
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

// isFile reports whether a path names a file. The name below /proc of an open file that was removed names none, or
// another one.
func isFile(path string, file os.FileInfo) bool {
	info, err := os.Stat(path)
	return err == nil && os.SameFile(info, file)
}

// writeTo writes to a file that exists, and does not replace it.
func writeTo(path string, data []byte) error {
	f, err := os.OpenFile(path, os.O_WRONLY|os.O_TRUNC, 0)
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
