package program

import (
	"fmt"
	"os"
	"path/filepath"
	"slices"
	"strings"
)

// buildFolders lists the folders to which builds may write, as paths without links. gridjudge does not trust the links
// in these folders: a build may have left a link there that leads to the answers, in this run or in an earlier one. If
// a command names a link, the program sees these files:
//   - If gridjudge trusts the link, the program sees the link and the file to which it leads.
//   - If gridjudge does not trust the link, the program sees the file only if it would also see it without the link.
//     For example, it sees every file in /usr.
type buildFolders []string

// buildFoldersOf returns the folders to which builds may write if these contestants take part.
func buildFoldersOf(all []*Contestant) (w buildFolders) {
	for _, c := range all {
		if len(c.Build) > 0 {
			w = append(w, resolved(c.Directory))
		}
		for _, folder := range c.Built {
			w = append(w, resolved(folder))
		}
	}
	slices.Sort(w)
	return slices.Compact(w)
}

// leaves reports whether the path of a file, when its links are followed, leads into one of the folders and out of it
// again.
func (w buildFolders) leaves(path string) bool {
	return slices.ContainsFunc(w, func(folder string) bool { return enters(path, folder) && !within(resolved(path), folder) })
}

// enters reports whether the path of a file, when its links are followed one by one, leads through a folder.
func enters(path, folder string) bool {
	for range 40 { // the kernel does not follow more links
		first, to := path, ""
		for at := path; at != filepath.Dir(at); at = filepath.Dir(at) { // the last link that this loop finds is the first one on the way
			if link, err := os.Readlink(at); err == nil {
				first, to = at, link
			}
		}
		if to == "" || within(first, folder) {
			return within(first, folder)
		}
		if !filepath.IsAbs(to) {
			to = filepath.Join(filepath.Dir(first), to)
		}
		path = filepath.Join(to, strings.TrimPrefix(path, first))
	}
	return true
}

// resolve finds the program of a command, as the function resolve of this package does, but it is more careful with
// links. The function follows links to find the interpreter that the program needs, such as a python of pyenv. It lists
// the interpreter in command.tools, and the sandbox shows these files to the program.
//
// A build could abuse this by a link: the sandbox would show the file to which the link leads. So if the path to the
// program leads through a folder to which builds may write, the method resolve clears the list of tools. A program that
// lies inside the folder can be run nevertheless, because the sandbox shows its file anyway.
func (p *Program) resolve(words []string) (*command, error) {
	cmd, err := resolve(p.Directory, words)
	if err == nil && slices.ContainsFunc(p.built, func(folder string) bool { return enters(cmd.path, folder) }) {
		cmd.tools = nil
	}
	return cmd, err
}

// readable returns the files and folders that the sandbox shows to a command. The user lists some of them in the
// contestants file (Read), and the command itself names others. readable leaves out two kinds of files:
//   - Files to which an untrusted link leads. A build may have made the link to see a file that it must not see (see
//     buildFolders).
//   - Files in the contestant's own folder, if the contestant has a build. The sandbox shows the whole folder anyway.
//     To show a file in it separately, gridjudge would have to follow links, and this is not safe: another gridjudge
//     process may run the build at the same time, and the build may change a link.
func (p *Program) readable(cmd *command) []string {
	return slices.DeleteFunc(slices.Concat(p.Read, cmd.named), func(path string) bool {
		return p.built.leaves(path) || len(p.Build) > 0 && path != p.Directory && within(path, p.Directory)
	})
}

// unsafe says why no build may write to the folder of the contestant; "" if a build may.
func (p *Program) unsafe() string {
	if p.built.leaves(p.Directory) {
		return fmt.Sprintf("the link %s leads out of a folder to which a build may write: directory must name what it leads to", p.Directory)
	}
	if resolved(p.Directory) == "/dev/shm" {
		return "every run has an empty /dev/shm of its own: put the program into a folder below it"
	}
	home, _ := os.UserHomeDir()
	for _, path := range slices.Concat(p.sources, []string{home}) {
		if within(resolved(path), resolved(p.Directory)) {
			return fmt.Sprintf("no build is run here, because it could change every file in %s: put the program into a folder of its own, and name it as directory in the contestants file", path)
		}
	}
	for _, path := range p.Keep {
		if info, err := os.Lstat(path); err == nil && info.Mode()&os.ModeSymlink != 0 && within(path, p.Directory) {
			return fmt.Sprintf("its build could replace the link %s: give it a directory of its own", path)
		}
	}
	return ""
}

// advice helps the user if a program cannot be started because its command is an untrusted link: a link that leads out
// of a folder to which a build may write. It lists the files and folders that the command needs, and tells the user to
// name them in the contestants file, with the key "read". For all other commands, advice returns "".
func (w buildFolders) advice(path string) string {
	if !w.leaves(path) {
		return ""
	}
	names := interpreters(path)
	for _, name := range names {
		names = append(names, resolved(name))
	}
	slices.Sort(names) // folders before the files in them
	var needed []string
	for _, name := range names {
		if !slices.ContainsFunc(slices.Concat(w, needed), func(folder string) bool { return within(name, folder) }) {
			needed = append(needed, name)
		}
	}
	return fmt.Sprintf("; it is a link out of a folder to which a build may write: read = %q in the contestants file shows what it leads to", needed)
}

// within reports whether path is folder or lies in it.
func within(path, folder string) bool {
	return strings.HasPrefix(path+"/", strings.TrimSuffix(folder, "/")+"/")
}
