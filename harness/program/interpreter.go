package program

import (
	"cmp"
	"context"
	"os"
	"os/exec"
	"path/filepath"
	"slices"
	"strings"
	"time"
)

// managerTimeout is how long a version manager may take to name a program. pyenv takes some 0.1 s.
const managerTimeout = 5 * time.Second

// marks helps to recognise a folder with an installed interpreter, such as ~/.pyenv/versions/3.12.1. Such a folder has
// a subfolder with commands, usually bin. Next to this subfolder, it has something that only installations have, for
// example lib/python3.12. (The names bin and lib alone prove nothing, because home folders and folders of projects also
// have such subfolders.) The keys of the map are names of subfolders with commands. The values are patterns of files
// and folders next to the subfolder, and a match with one pattern is enough.
var marks = map[string][]string{
	"bin":   {"pyvenv.cfg", "conda-meta", "lib/python*", "lib/node_modules", "lib/ruby", "lib/rustlib"},
	"shims": {"versions", "installs"},
}

// interpreters returns the files and folders that a command needs to start, in addition to the system's folders. These
// are the file at the command's path, and the files to which its links lead. If one of these files belongs to an
// installed interpreter (pyenv, conda, nvm), the folder of the installation is included, because it holds the
// libraries. There is one exception: a folder with private data of the user is left out.
//
// The links are followed one by one, because each of them may lead to another installation. For example, the python of
// a virtual environment is a link to the python that made the environment.
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

// private reports whether a folder holds private data of the user: ~/.local or the working directory, or a folder above
// one of them. If it cannot find out where these two are, it returns true.
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

// shimmed returns the program that a shim starts in a directory, so that the program can be run without the shim. A
// shim is a small command of a version manager (pyenv, rbenv, asdf, mise, rustup). It asks the manager which version of
// a program to start, and then starts this version. The answer takes some 0.1 s with pyenv, and many test sets are
// solved in less time. So shimmed asks the manager once, before the program runs, instead of once for each process.
//
// If the command at the path is not a shim, shimmed returns the path unchanged. It also does so if the manager names a
// program that is neither in the manager's own folder nor in a folder of PATH, because the manager may have read this
// name in a file that a build left in the directory.
func shimmed(directory, path string) string {
	home := filepath.Dir(filepath.Dir(path)) // the home of the manager
	name := strings.TrimPrefix(filepath.Base(home), ".")
	if shim := resolved(path); filepath.Base(shim) == "rustup" {
		name, home = shim, cmp.Or(os.Getenv("RUSTUP_HOME"), filepath.Join(filepath.Dir(home), ".rustup"))
	} else if filepath.Base(filepath.Dir(path)) != "shims" {
		return path
	}
	// The manager reads a file in the directory that says which version to use. A build may have replaced this file by a
	// pipe, and reading from a pipe may take for ever.
	ctx, cancel := context.WithTimeout(context.Background(), managerTimeout)
	defer cancel()
	manager := exec.CommandContext(ctx, name, "which", filepath.Base(path))
	manager.Dir, manager.WaitDelay = directory, time.Second
	endWithGroup(manager)
	out, _ := manager.Output()
	to := filepath.Clean(strings.TrimSpace(string(out)))
	if within(to, home) || slices.Contains(filepath.SplitList(os.Getenv("PATH")), filepath.Dir(to)) {
		return to
	}
	return path
}
