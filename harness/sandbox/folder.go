package sandbox

import (
	"errors"
	"fmt"
	"io/fs"
	"os"
	"path/filepath"
)

// tempFolder returns the absolute path of the folder for temporary files. The launcher works elsewhere, so a relative
// TMPDIR would lead it somewhere else.
func tempFolder() (string, error) {
	folder, err := filepath.Abs(os.TempDir())
	if err == nil {
		_, err = os.Stat(folder)
	}
	if err != nil {
		return "", fmt.Errorf("TMPDIR: %w", err)
	}
	return folder, nil
}

// makeFresh makes a new folder in the folder for temporary files, whatever the umask is.
func makeFresh(in string) (string, error) {
	path, err := os.MkdirTemp(in, freshPrefix)
	if err == nil {
		err = os.Chmod(path, 0o700)
	}
	if err != nil {
		return "", fmt.Errorf("TMPDIR: %w", err)
	}
	return path, nil
}

// freshPrefix begins the names of fresh folders.
const freshPrefix = "gridjudge-run-"

// removeAll removes a folder, whatever a program did to it. It may have taken away the permissions of its folders, or
// have nested them deeper than the limits of open files and of the length of a path: then each is moved up before the
// folder above it is removed.
func removeAll(dir string) error {
	os.Chmod(dir, 0o700)
	n := 0
	for moving := true; moving; {
		moving = false
		entries, _ := os.ReadDir(dir)
		for _, e := range entries {
			if !e.IsDir() {
				continue
			}
			outer := filepath.Join(dir, e.Name())
			os.Chmod(outer, 0o700)
			inner, _ := os.ReadDir(outer)
			for _, i := range inner {
				if !i.IsDir() {
					continue
				}
				path := filepath.Join(outer, i.Name())
				os.Chmod(path, 0o700)
				err := fs.ErrExist
				for errors.Is(err, fs.ErrExist) { // the program may have used such a name
					n++
					err = os.Rename(path, fmt.Sprintf("%s/%s%d", dir, freshPrefix, n))
				}
				moving = moving || err == nil
			}
			os.RemoveAll(outer)
		}
	}
	return os.RemoveAll(dir)
}
