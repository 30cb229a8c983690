package program

import (
	"bytes"
	"fmt"
	"os"
	"path/filepath"
	"slices"
	"strings"
)

// readable returns the absolute paths of names. Relative ones start from folder; ~/ is the
// user's home.
func readable(names []string, folder string) (paths []string, err error) {
	for _, name := range names {
		path := name
		if below, ok := strings.CutPrefix(name, "~/"); ok {
			home, err := os.UserHomeDir()
			if err != nil {
				return nil, fmt.Errorf("%q: %w", name, err)
			}
			path = filepath.Join(home, below)
		} else if !filepath.IsAbs(path) {
			path = filepath.Join(folder, path)
		}
		if _, err := os.Stat(path); err != nil {
			return nil, fmt.Errorf("there is no file or folder %s", path)
		}
		paths = append(paths, path)
	}
	return paths, nil
}

// checkRead returns an error if a contestant could read the whole home of the user.
func (c *Contestant) checkRead() error {
	home, err := os.UserHomeDir()
	if err != nil || home == "/" {
		return nil
	}
	for _, path := range c.Read {
		if within(home, path) {
			return fmt.Errorf("%s holds everything of its user, and the contestant could read it; put the contestant into a folder of its own", path)
		}
	}
	return nil
}

// within reports whether path is folder or lies below it.
func within(path, folder string) bool {
	return path == folder || strings.HasPrefix(path, strings.TrimSuffix(folder, "/")+"/")
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
