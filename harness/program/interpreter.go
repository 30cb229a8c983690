package program

import (
	"cmp"
	"os"
	"os/exec"
	"path/filepath"
	"slices"
	"strings"
)

// marks are what the folder of an interpreter has, by the name of the folder of its commands: those of a project or a
// home have a bin and a lib, too.
var marks = map[string][]string{
	"bin":   {"pyvenv.cfg", "conda-meta", "lib/python*", "lib/node_modules", "lib/ruby", "lib/rustlib"},
	"shims": {"versions", "installs"},
}

// interpreters returns what a command needs outside the system's folders in order to start: what its links lead to, and
// of each of these the folder that has the programs and libraries of an interpreter (pyenv, conda, nvm). Each link is
// followed by itself: the python of a virtual environment leads from one such folder to another.
func interpreters(path string) (needed []string) {
	for range 20 { // links may form a circle
		needed = append(needed, path)
		bin := filepath.Dir(path)
		folder := filepath.Dir(bin)
		has := func(mark string) bool {
			entries, _ := os.ReadDir(filepath.Join(folder, filepath.Dir(mark)))
			return slices.ContainsFunc(entries, func(e os.DirEntry) bool {
				found, _ := filepath.Match(filepath.Base(mark), e.Name())
				return found
			})
		}
		if slices.ContainsFunc(marks[filepath.Base(bin)], has) && !private(folder) {
			needed = append(needed, folder)
		}
		to, err := os.Readlink(path)
		if err != nil {
			break
		}
		if path = to; !filepath.IsAbs(to) {
			path = filepath.Join(bin, to)
		}
	}
	return needed
}

// private reports whether a folder holds data of the user's: ~/.local, the working directory, or a folder above them.
func private(folder string) bool {
	home, err := os.UserHomeDir()
	here, failed := os.Getwd()
	if err != nil || failed != nil {
		return true
	}
	return slices.ContainsFunc([]string{filepath.Join(resolved(home), ".local"), resolved(here)}, func(own string) bool {
		return within(own, resolved(folder))
	})
}

// resolved returns a path without links, or as it is if there is no such file.
func resolved(path string) string {
	if to, err := filepath.EvalSymlinks(path); err == nil {
		return to
	}
	return path
}

// shimmed asks the version manager of a shim (pyenv, rbenv, asdf, mise, rustup) which program the shim starts in a directory:
// to ask anew in every process takes longer than many sets. It returns path if that is no shim, or if the manager names a
// program that is neither its own nor in PATH: a file that a build left in the directory may have named it.
func shimmed(directory, path string) string {
	home := filepath.Dir(filepath.Dir(path)) // of the manager
	name := strings.TrimPrefix(filepath.Base(home), ".")
	if shim := resolved(path); filepath.Base(shim) == "rustup" {
		name, home = shim, cmp.Or(os.Getenv("RUSTUP_HOME"), filepath.Join(filepath.Dir(home), ".rustup"))
	} else if filepath.Base(filepath.Dir(path)) != "shims" {
		return path
	}
	manager := exec.Command(name, "which", filepath.Base(path))
	manager.Dir = directory
	out, _ := manager.Output()
	to := filepath.Clean(strings.TrimSpace(string(out)))
	if within(to, home) || slices.Contains(filepath.SplitList(os.Getenv("PATH")), filepath.Dir(to)) {
		return to
	}
	return path
}
