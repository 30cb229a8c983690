package program

import (
	"bytes"
	"errors"
	"fmt"
	"io/fs"
	"os"
	"path/filepath"
	"slices"
	"time"

	"gridjudge/corpus"
	"gridjudge/solvers"
)

// Contestant is a program that takes part: its commands, the files that it may see, and its limits.
type Contestant struct {
	Name string

	// Build is the command that makes the program. If it is not empty, it runs once in Directory before the first
	// case.
	Build []string

	// Run is the command: a program and its arguments.
	Run []string

	// Needs lists the programs that its command starts itself, by path or name, so that Missing can look for them.
	Needs []string

	// Read lists files and folders that the program may read, in addition to the system's folders and to the files
	// that its commands name. The paths are absolute.
	Read []string

	// Hide lists files that neither the build nor the program may read, even if they lie in a folder that both see.
	// The paths are absolute.
	Hide []string

	// Keep lists files and folders that the build must not change, although it may write to everything else in
	// Directory: the file that declares the contestant, the user's puzzles, and the .git folder of the user's
	// repository. (If a build could write to .git, it could put hooks there that git would run later.) The paths are
	// absolute, and the files need not exist.
	Keep []string

	// Built lists the folders to which the builds of the same contestants file may write. The paths are absolute.
	Built []string

	// Problems lists the problems whose input formats the program accepts; if it is empty, the program accepts all.
	// There is one exception: for a built-in solver that runs as a program it is empty, and Problem.Takes decides.
	Problems []*corpus.Problem

	// Directory is the folder from which relative paths in Build and Run start. The path is absolute.
	Directory string

	// PerCase reports whether the program reads a single case. If so, it gets one process per case, even if
	// Options.PerCase is false.
	PerCase bool

	// Limits replace the limits of the set and of the problem, except where they are zero. If they come from the
	// contestants file and not from --limits, OwnLimits says so, for example "memory=256M,time=5s".
	Limits    Overrides
	OwnLimits string

	// Origin says where the contestant was declared, for messages: "--exec NAME", "--solver NAME", or its place in a
	// contestants file, with its number and its name.
	Origin string

	isolated *solvers.Spec // the built-in solver that it runs; nil for other programs
	named    bool          // the user named this solver
}

// Overrides are a contestant's own limits. Zero means that it sets none.
type Overrides struct {
	Time      time.Duration // cpu time for a set
	Wall      time.Duration // elapsed time
	Memory    int64         // bytes of peak resident memory
	Address   int64         // bytes of address space
	Processes int           // at a time
	Build     time.Duration // elapsed time of the build command
	Confined  bool          // run nothing if the machine cannot enforce every limit
}

func checkName(name string) error {
	if !solvers.ValidName(name) {
		return fmt.Errorf(`name %q: want lower-case parts joined by "-", none of them starting with a digit`, name)
	}
	return nil
}

// Check finds contestants that cannot run, without running anything. It returns an error if two contestants have the
// same name, or if a command does not exist.
//
// The program of a contestant need not exist yet if a build can make it. There are two cases:
//   - The contestant has a build command, such as make. Check then looks only for make, and not for the program that
//     make builds.
//   - The contestant has no build command, but an earlier contestant in the same directory has one. Check then accepts
//     that the program does not exist, because the earlier build may make it.
func Check(all []*Contestant) error {
	for i, c := range all {
		if slices.ContainsFunc(all[:i], func(before *Contestant) bool { return before.Name == c.Name }) {
			return fmt.Errorf("%s: the name %q is taken already", c.Origin, c.Name)
		}
		command := c.Run
		if len(c.Build) > 0 {
			command = c.Build
		}
		_, err := resolve(c.Directory, command)
		if err != nil && !(errors.Is(err, fs.ErrNotExist) && len(c.Builders(all[:i])) > 0) {
			if len(all) > 1 {
				err = fmt.Errorf("%w; judge and bench take the others alone with --skip-missing", err)
			}
			return fmt.Errorf("%s: %w", c.Origin, err)
		}
	}
	return nil
}

// FormatFor chooses the input format in which the contestant gets the cases of p, and returns the problem with this
// format. If the contestant accepts p, the result is p itself. Otherwise it is the first problem with cases of the same
// kind that the contestant accepts. If the contestant accepts no problem of this kind, the result is nil.
func (c *Contestant) FormatFor(p *corpus.Problem) *corpus.Problem {
	accepts := len(c.Problems) == 0 || slices.Contains(c.Problems, p)
	if c.isolated != nil {
		accepts = p.Takes(c.isolated, c.named)
	}
	if accepts {
		return p
	}
	for _, q := range c.Problems {
		if q.Kind() == p.Kind() {
			return q
		}
	}
	return nil
}

// Builders returns the earlier contestants whose builds may make the program of this contestant, because they have the
// same directory.
func (c *Contestant) Builders(earlier []*Contestant) (builders []*Contestant) {
	for _, other := range earlier {
		if len(other.Build) > 0 && other.Directory == c.Directory {
			builders = append(builders, other)
		}
	}
	return builders
}

// Missing returns an error if the contestant needs a program that does not exist. If the user sets the flag
// --skip-missing, gridjudge leaves out such a contestant. Which programs must exist depends on the contestant:
//   - The contestant has a build command, such as g++. Only g++ must exist, because the build may make all other
//     programs.
//   - The contestant has no build command. The program of the run command must exist, and also the programs that Needs
//     lists.
//   - The contestant has no build command, but an earlier contestant in the same directory has one (see Builders). Only
//     the programs that Needs lists must exist, because the earlier build may make the program of the run command.
func (c *Contestant) Missing(earlier []*Contestant) error {
	if len(c.Build) > 0 {
		_, err := resolve(c.Directory, c.Build[:1])
		return err
	}
	if _, err := resolve(c.Directory, c.Run[:1]); err != nil && !(errors.Is(err, fs.ErrNotExist) && len(c.Builders(earlier)) > 0) {
		return err
	}
	for _, name := range c.Needs {
		if _, err := resolve(c.Directory, []string{name}); err != nil {
			return err
		}
	}
	return nil
}

// readable turns paths into absolute paths. Relative paths start from folder. If a path does not exist, readable
// returns an error.
func readable(names []string, folder string) (paths []string, err error) {
	for _, path := range names {
		if !filepath.IsAbs(path) {
			path = filepath.Join(folder, path)
		}
		if _, err := os.Stat(path); err != nil {
			return nil, fmt.Errorf("there is no file or folder %s", path)
		}
		paths = append(paths, filepath.Clean(path))
	}
	return paths, nil
}

// HideRuns hides the folder in which runs are recorded from the build and from the program. Otherwise they could read
// there the puzzles that you named in an earlier run, or change verdicts before a run is resumed. The folder is not
// hidden if the contestant itself is in it. Links in the commands are not followed, because a build may have left a link
// to the recorded runs in an earlier run.
func (c *Contestant) HideRuns(folder string) {
	directory, folder := resolved(c.Directory), resolved(folder)
	inside := func(word string) bool {
		if !filepath.IsAbs(word) {
			word = filepath.Join(directory, word)
		}
		return within(filepath.Clean(word), folder)
	}
	if !inside(directory) && !slices.ContainsFunc(slices.Concat(c.Run, c.Build, c.Read), inside) {
		c.Hide = append(c.Hide, folder)
	}
}

// private lists the files and folders that would help the contestant to cheat. The sandbox shows them as empty, even in
// a folder that the contestant may read. The parameter has the folders that sources returned before the first build:
//   - the files that Hide lists;
//   - the folders corpus and .git in the sources of gridjudge, which hold the answers;
//   - the executable of gridjudge, which could solve the puzzles for the contestant. For a built-in solver, the
//     executable is not in the list, because the solver is a part of this executable.
func (c *Contestant) private(sources []string) []string {
	self, _ := os.Executable() // no error counts here: it would also stop the launcher
	hide := slices.Clone(c.Hide)
	if resolved(c.Run[0]) != self { // a built-in solver runs it, perhaps by the name of a link
		hide = append(hide, self)
	}
	for _, folder := range sources {
		hide = append(hide, filepath.Join(folder, "corpus"), filepath.Join(folder, ".git"))
	}
	return hide
}

// sources returns the folders that hold sources of gridjudge. It looks in three folders and in all folders above
// them: the contestant's directory, the folder of the running executable, and the working directory.
func (c *Contestant) sources() (folders []string) {
	self, _ := os.Executable()
	here, _ := os.Getwd()
	for _, folder := range []string{c.Directory, filepath.Dir(self), here} {
		for ; folder != filepath.Dir(folder); folder = filepath.Dir(folder) {
			if bytes.HasPrefix(beginning(filepath.Join(folder, "go.mod")), []byte("module gridjudge\n")) {
				folders = append(folders, folder)
			}
		}
	}
	return folders
}

// Unasked reports whether this is a built-in solver that takes part for comparison only: the user has not named it.
func (c *Contestant) Unasked() bool { return c.isolated != nil && !c.named }

// Isolated turns built-in solvers into contestants that are run as programs: their command is the verb solve of this
// executable. The second parameter says whether the user named the solvers.
func Isolated(specs []*solvers.Spec, named bool) ([]*Contestant, error) {
	self, err := os.Executable()
	if err != nil {
		return nil, fmt.Errorf("the path of this program is unknown: %w", err)
	}
	var all []*Contestant
	for _, spec := range specs {
		all = append(all, &Contestant{
			Name: spec.Name, Directory: "/", Origin: "--solver " + spec.Name, isolated: spec, named: named,
			Run: []string{self, "solve", "--solver", spec.Name, "--problem", "{problem}", "--echoes"},
		})
	}
	return all, nil
}
