package sandbox

import (
	"cmp"
	"crypto/rand"
	"io/fs"
	"os"
	"path/filepath"
)

// ownPrefix begins the names of all folders that a judge makes.
const ownPrefix = "gridjudge-run-"

// makeFolder makes a new folder in another one, whatever the umask is. Its path is absolute also if TMPDIR is not: the
// launcher works elsewhere.
func makeFolder(in string) (string, error) {
	path, err := os.MkdirTemp(in, ownPrefix)
	if err == nil {
		err = os.Chmod(path, 0o700)
	}
	if err != nil {
		return "", err
	}
	return filepath.Abs(path)
}

// mostNested is how many bytes longer the paths of nested folders may be than that of the folder that is removed: none is
// then too long for the kernel, and os.RemoveAll does not run out of open files, of which it needs one per level.
const mostNested = 200

// removeAll removes a folder, whatever a program did to it. The program may have taken away the permissions of its
// folders. It may also have nested them so deep that a path is too long, or that too many files would be open. Such deep
// folders are first moved to the top and then removed one by one. They get a name there that no program can have used, so
// that sweep finds them by it if the judge is killed in between.
func removeAll(dir string) error {
	failed := filepath.WalkDir(dir, func(path string, e fs.DirEntry, err error) error {
		if err != nil || !e.IsDir() {
			return nil
		}
		os.Chmod(path, 0o700) // else it can be neither read nor moved
		up := filepath.Join(filepath.Dir(dir), ownPrefix+rand.Text())
		if len(path) <= len(dir)+mostNested || os.Rename(path, up) != nil {
			return nil
		}
		return cmp.Or(removeAll(up), fs.SkipDir)
	})
	return cmp.Or(failed, os.RemoveAll(dir))
}
