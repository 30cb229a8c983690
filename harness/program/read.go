package program

import (
	"bytes"
	"fmt"
	"os"
	"path/filepath"
	"slices"
)

// readable returns the absolute paths of names. Relative ones start from folder.
func readable(names []string, folder string) (paths []string, err error) {
	for _, path := range names {
		if !filepath.IsAbs(path) {
			path = filepath.Join(folder, path)
		}
		if _, err := os.Stat(path); err != nil {
			return nil, fmt.Errorf("there is no file or folder %s", path)
		}
		paths = append(paths, path)
	}
	return paths, nil
}

// private lists the files and folders that the contestant must not read, even in a folder
// that it sees: those of Hide, the executable of gridjudge, which could solve for it, and
// corpus and .git of the sources of gridjudge, which hold the answers.
func (c *Contestant) private() []string {
	hide := slices.Clone(c.Hide)
	starts := []string{c.Directory}
	if self, err := os.Executable(); err == nil {
		hide = append(hide, self)
		starts = append(starts, filepath.Dir(self))
	}
	if here, err := os.Getwd(); err == nil {
		starts = append(starts, here)
	}
	for _, start := range starts {
		for folder := start; ; folder = filepath.Dir(folder) {
			if module, err := os.ReadFile(filepath.Join(folder, "go.mod")); err == nil && bytes.HasPrefix(module, []byte("module gridjudge\n")) {
				hide = append(hide, filepath.Join(folder, "corpus"), filepath.Join(folder, ".git"))
			}
			if folder == filepath.Dir(folder) {
				break
			}
		}
	}
	return hide
}
