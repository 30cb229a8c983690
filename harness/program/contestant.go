package program

import (
	"errors"
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"regexp"
	"slices"
	"strings"
	"sync"
	"time"

	"gridjudge/corpus"
	"gridjudge/harness/sandbox"
)

// Contestant is a program that takes part.
type Contestant struct {
	Name string

	// Build, unless empty, is run once in Directory before the first case.
	Build []string

	// Run is the command: a program and its arguments.
	Run []string

	// Read lists files and folders that it may read, in addition to the
	// system's folders and to what its commands name; absolute.
	Read []string

	// Hide lists files that neither its build nor the program may read, although they
	// may lie in a folder that these see; absolute.
	Hide []string

	// Problems are those whose input formats it accepts; empty: all.
	Problems []*corpus.Problem

	// Directory is what relative paths of Build and Run start from, absolute.
	Directory string

	// PerCase reports whether the program reads a single puzzle: it then runs in
	// one process per case, even if Options do not say so.
	PerCase bool

	// Limits, unless zero, replace the set's and the problem's.
	Limits Overrides

	// Echoes reports whether the program answers a puzzle without a solution with
	// the puzzle as given. No statement of a problem asks for that.
	Echoes bool

	// Origin is where it was declared: "--exec", or file:line.
	Origin string
}

// Overrides are a contestant's own limits.
type Overrides struct {
	Time      time.Duration // cpu time for a set
	Wall      time.Duration // elapsed time
	Memory    int64         // bytes of peak resident memory
	Address   int64         // bytes of address space
	Processes int           // at a time
	Build     time.Duration // elapsed time of the build command
}

var nameForm = sync.OnceValue(func() *regexp.Regexp { return regexp.MustCompile(`^[a-z][a-z0-9-]*$`) })

func checkName(name string) error {
	if !nameForm().MatchString(name) {
		return fmt.Errorf("name %q: want a lower-case letter, then lower-case letters, digits and -", name)
	}
	return nil
}

// Check runs nothing. It returns an error if a name is among the taken ones or belongs to
// two contestants, if a command does not exist, or if a memory limit cannot be measured.
// The command of a contestant with a build command may be missing.
func Check(all []*Contestant, taken []string) error {
	for _, c := range all {
		if slices.Contains(taken, c.Name) {
			return fmt.Errorf("%s: the name %q is taken already", c.Origin, c.Name)
		}
		taken = append(taken, c.Name)
		if info, err := os.Stat(c.Directory); err != nil || !info.IsDir() {
			return fmt.Errorf("%s: there is no directory %s", c.Origin, c.Directory)
		}
		// Up to the least measurable memory every program looks the same: with a lower
		// limit even the smallest one would be MLE.
		if least := sandbox.LeastPeak() + 1<<20; c.Limits.Memory > 0 && c.Limits.Memory < least {
			return fmt.Errorf("%s: limits.memory is %d KiB; memory below %d KiB cannot be measured here: raise the limit",
				c.Origin, c.Limits.Memory>>10, least>>10)
		}
		command := c.Run
		if len(c.Build) > 0 {
			command = c.Build
		}
		if _, err := resolve(c.Directory, command); err != nil {
			return fmt.Errorf("%s: %w", c.Origin, err)
		}
		if err := c.checkRead(); err != nil {
			return fmt.Errorf("%s: %w", c.Origin, err)
		}
	}
	return nil
}

// command is a command line that is ready to run.
type command struct {
	path  string
	args  []string
	named []string // the files and folders that it names
}

// resolve finds a command's program, and makes the arguments that are paths in
// directory absolute: the program will run in another one. An argument is a
// path if it names a file there, or several, as a.jar:b.jar. It may name a
// folder if it shows that a path is meant (./build, lib/) or follows an
// option, as in java -cp classes Main; any other word is a word.
func resolve(directory string, words []string) (*command, error) {
	path := words[0]
	switch {
	case strings.ContainsRune(path, filepath.Separator):
		if !filepath.IsAbs(path) {
			path = filepath.Join(directory, path)
		}
		if err := executable(path); err != nil {
			return nil, err
		}
	default:
		found, err := exec.LookPath(path)
		if err != nil {
			if _, e := os.Stat(filepath.Join(directory, path)); e == nil {
				return nil, fmt.Errorf("%q is not a command in PATH; for the one in %s write ./%s", path, directory, path)
			}
			return nil, fmt.Errorf("%q is not a command in PATH", path)
		}
		if path, err = filepath.Abs(found); err != nil {
			return nil, err
		}
	}
	c := &command{path: path, named: []string{path}}
	for i, arg := range words[1:] {
		parts := strings.Split(arg, string(filepath.ListSeparator))
		for j, part := range parts {
			if whole, ok := existing(directory, part, strings.HasPrefix(words[i], "-")); ok {
				parts[j] = whole
				c.named = append(c.named, whole)
			}
		}
		c.args = append(c.args, strings.Join(parts, string(filepath.ListSeparator)))
	}
	return c, nil
}

// existing returns the absolute path of what name stands for in directory, if
// that is a file, or a folder and a folder may be meant.
func existing(directory, name string, afterOption bool) (string, bool) {
	if name == "" {
		return "", false
	}
	meant := afterOption || name == "." || name == ".." || strings.ContainsRune(name, filepath.Separator)
	if !filepath.IsAbs(name) {
		name = filepath.Join(directory, name)
	}
	info, err := os.Stat(name)
	return name, err == nil && (info.Mode().IsRegular() || info.IsDir() && meant)
}

// executable reports why path cannot be run, in words that say what to do.
func executable(path string) error {
	info, err := os.Stat(path)
	switch {
	case errors.Is(err, os.ErrNotExist):
		return fmt.Errorf("the command %s does not exist", path)
	case err != nil:
		return err
	case info.IsDir():
		return fmt.Errorf("the command %s is a directory", path)
	}
	if _, err := exec.LookPath(path); err != nil {
		return fmt.Errorf("the command %s is not executable (chmod +x makes it so)", path)
	}
	return nil
}

// Accepts reports in which problem's format the contestant takes the cases of
// p: p's own if it accepts that, otherwise that of another problem with grids
// of the same size; nil if there is none.
func (c *Contestant) Accepts(p *corpus.Problem) *corpus.Problem {
	if len(c.Problems) == 0 || slices.Contains(c.Problems, p) {
		return p
	}
	for _, q := range c.Problems {
		if q.Size == p.Size {
			return q
		}
	}
	return nil
}
