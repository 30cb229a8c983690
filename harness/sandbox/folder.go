package sandbox

import (
	"crypto/rand"
	"os"
	"path/filepath"
)

// tempFolder returns the absolute path of the folder for temporary files. The launcher works elsewhere, so a relative
// TMPDIR would lead it somewhere else.
func tempFolder() (string, error) { return filepath.Abs(os.TempDir()) }

// ownPrefix begins the names of all folders that a judge makes.
const ownPrefix = "gridjudge-run-"

// makeFolder makes a new folder in another one, whatever the umask is.
func makeFolder(in string) (string, error) {
	path, err := os.MkdirTemp(in, ownPrefix)
	if err == nil {
		err = os.Chmod(path, 0o700)
	}
	return path, err
}

// removeAll removes a folder, whatever a program did to it. It may have taken away the permissions of its folders, or
// have nested them deeper than the limits of open files and of the length of a path: then each is moved up before the
// folder above it is removed.
func removeAll(dir string) error {
	for moved := true; moved; {
		moved = false
		for _, outer := range foldersIn(dir) {
			for _, path := range foldersIn(outer) {
				os.Chmod(path, 0o700) // else it cannot be moved
				// No program can have used such a name.
				moved = os.Rename(path, filepath.Join(dir, rand.Text())) == nil || moved
			}
			os.RemoveAll(outer)
		}
	}
	return os.RemoveAll(dir)
}

// foldersIn lists the folders in a folder, to which it gives access.
func foldersIn(dir string) (paths []string) {
	os.Chmod(dir, 0o700)
	entries, _ := os.ReadDir(dir)
	for _, e := range entries {
		if e.IsDir() {
			paths = append(paths, filepath.Join(dir, e.Name()))
		}
	}
	return paths
}
