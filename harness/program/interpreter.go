package program

import (
	"os"
	"os/exec"
	"path/filepath"
	"strings"
)

// interpreters returns what a command needs outside the system's folders in order to start: what its links lead to, and
// of each of these the folder that has the programs and libraries of an interpreter (pyenv, conda, nvm). Each link is
// followed by itself: the python of a virtual environment leads from one such folder to another. A folder that holds
// the user's home or ~/.local is none of them: it has data of the user's.
func interpreters(path string) (needed []string) {
	home, _ := os.UserHomeDir()
	for range 20 { // links may form a circle
		needed = append(needed, path)
		bin := filepath.Dir(path)
		folder := filepath.Dir(bin)
		private := strings.HasPrefix(filepath.Join(home, ".local")+"/", strings.TrimSuffix(folder, "/")+"/")
		_, err := os.Stat(filepath.Join(folder, "lib"))
		if name := filepath.Base(bin); !private && (name == "shims" || name == "bin" && err == nil) {
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

// shimmed asks the version manager of a shim (pyenv, rbenv, asdf, mise) which program the shim starts in a directory:
// to ask anew in every process takes longer than many sets. It returns path if that is no shim.
func shimmed(directory, path string) string {
	folder := filepath.Dir(path)
	if filepath.Base(folder) != "shims" {
		return path
	}
	manager := exec.Command(strings.TrimPrefix(filepath.Base(filepath.Dir(folder)), "."), "which", filepath.Base(path))
	manager.Dir = directory
	out, _ := manager.Output()
	if to := strings.TrimSpace(string(out)); filepath.IsAbs(to) {
		return to
	}
	return path
}
