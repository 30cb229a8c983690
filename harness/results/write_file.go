package results

import (
	"errors"
	"os"
	"path/filepath"
)

const tempPattern = ".tmp-*"

// WriteFile replaces a file at once: a reader sees the old or the new content, never a
// part, and so does the next process after a kill. (renameio does this, but not on
// Windows.)
func WriteFile(path string, data []byte) error {
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

// removeTemporary removes the files that a killed WriteFile left in a folder.
func removeTemporary(dir string) error {
	left, err := glob(dir, tempPattern)
	for _, path := range left {
		err = errors.Join(err, os.Remove(path))
	}
	return err
}
