package results

import (
	"errors"
	"io/fs"
	"math/rand/v2"
	"os"
	"path/filepath"
	"strconv"
)

// The names of the files and folders that have not got their own names yet are a prefix and digits.
const (
	tempPrefix  = ".tmp-"
	tempPattern = tempPrefix + "*"
)

// WriteFile replaces a file at once: a reader sees the old content or the new content, never a part. The same holds if
// this process is killed while it writes. (renameio does this, but not on Windows.) The mode of the file stays; that of
// a new file is what the umask permits. A symbolic link to a file stays,
// and the file that it names is replaced. A device, a pipe, and a file that has no name of its own, as /dev/stdout may
// be, are written to directly.
func WriteFile(path string, data []byte) error {
	var mode os.FileMode // of the file; 0 if it is new
	if info, err := os.Stat(path); err == nil {
		target, err := filepath.EvalSymlinks(path)
		if err != nil || !info.Mode().IsRegular() || !isFile(target, info) {
			return writeTo(path, data)
		}
		path, mode = target, info.Mode().Perm()
	}
	var f *os.File
	err := underTemporaryName(filepath.Dir(path), func(path string) (err error) {
		f, err = os.OpenFile(path, os.O_CREATE|os.O_EXCL|os.O_WRONLY, 0o666)
		return err
	})
	if err != nil {
		return err
	}
	defer os.Remove(f.Name()) // fails once it has been renamed
	_, err = f.Write(data)
	if mode != 0 {
		err = errors.Join(err, f.Chmod(mode))
	}
	err = errors.Join(err, f.Close())
	if err != nil {
		return err
	}
	return os.Rename(f.Name(), path)
}

// underTemporaryName has create make a file or folder in dir, under a name that is not taken. Unlike os.CreateTemp and
// os.MkdirTemp it leaves the mode to the umask.
func underTemporaryName(dir string, create func(path string) error) (err error) {
	for range 100 { // if so many are taken, something else is wrong
		err = create(filepath.Join(dir, tempPrefix+strconv.FormatUint(uint64(rand.Uint32()), 10)))
		if !errors.Is(err, fs.ErrExist) {
			break
		}
	}
	return err
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
