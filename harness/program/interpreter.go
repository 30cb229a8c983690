package program

import (
	"cmp"
	"os"
	"os/exec"
	"path/filepath"
	"slices"
	"strings"
)

// marks tell the folder in which an interpreter is installed from all other folders. They are listed by the name of
// its subfolder of commands, and the folder has at least one of them. A subfolder bin or lib is not enough, because
// folders of projects and home folders have these as well.
var marks = map[string][]string{
	"bin":   {"pyvenv.cfg", "conda-meta", "lib/python*", "lib/node_modules", "lib/ruby", "lib/rustlib"},
	"shims": {"versions", "installs"},
}

// interpreters returns the files and folders outside the system's folders that a command needs in order to start: the
// file, the files to which its links lead, and for each of them the folder with the programs and libraries of an
// interpreter (pyenv, conda, nvm), if it lies in one. The links are followed one by one, because the python of a
// virtual environment leads from one such folder to another.
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

// private reports whether a folder holds private data of the user: ~/.local or the working directory, or a folder
// above one of them. It says yes if it cannot know these.
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

// resolved returns a path without links, or the path as it is if there is no such file.
func resolved(path string) string {
	if to, err := filepath.EvalSymlinks(path); err == nil {
		return to
	}
	return path
}

// shimmed returns the program that a shim starts in a directory, so that the program runs without the shim. It asks
// the version manager of the shim (pyenv, rbenv, asdf, mise, rustup) once, because a shim asks it again in every
// process, which takes longer than many sets. It returns path in two cases. The first is that path is not a shim. The
// second is that the program that the manager names is neither one of its own nor in a folder of PATH: a file that a
// build left in the directory may have named it.
func shimmed(directory, path string) string {
	home := filepath.Dir(filepath.Dir(path)) // the home of the manager
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
