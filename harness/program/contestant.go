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

	"github.com/kballard/go-shellquote"

	"gridjudge/corpus"
)

// Contestant is a program that takes part.
type Contestant struct {
	Name string

	// Build, where not empty, is run once in Directory before the first case.
	Build []string

	// Run is the command: a program and its arguments.
	Run []string

	// Problems are those whose formats it speaks; empty: all.
	Problems []*corpus.Problem

	// Directory is what relative paths of Build and Run start from, absolute.
	Directory string

	// PerCase runs one process for each case whatever the others do: a program
	// that reads a single puzzle.
	PerCase bool

	// Limits, where not zero, stand instead of the set's and the problem's.
	Limits Overrides

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

// ParseExec reads the value of --exec, name=COMMAND. COMMAND is split as a
// shell would, without one; relative paths start from directory.
func ParseExec(value, directory string) (*Contestant, error) {
	name, command, ok := strings.Cut(value, "=")
	if !ok {
		return nil, fmt.Errorf(`--exec %q: want name=COMMAND, as in --exec "mine=./solve --fast"`, value)
	}
	if err := checkName(name); err != nil {
		return nil, fmt.Errorf("--exec %q: %w", value, err)
	}
	words, err := split(command)
	if err != nil {
		return nil, fmt.Errorf("--exec %q: %w", value, err)
	}
	return &Contestant{Name: name, Run: words, Directory: directory, Origin: "--exec " + name}, nil
}

func split(command string) ([]string, error) {
	words, err := shellquote.Split(command)
	if err == nil && (len(words) == 0 || words[0] == "") {
		err = errors.New("the command is empty")
	}
	return words, err
}

// Check reports, before anything is run, that the names are not unique among
// all that take part, or that a command does not exist. A program that is
// still to be built may be missing.
func Check(all []*Contestant, taken []string) error {
	for _, c := range all {
		if slices.Contains(taken, c.Name) {
			return fmt.Errorf("%s: the name %q is taken already", c.Origin, c.Name)
		}
		taken = append(taken, c.Name)
		if info, err := os.Stat(c.Directory); err != nil || !info.IsDir() {
			return fmt.Errorf("%s: there is no directory %s", c.Origin, c.Directory)
		}
		command := c.Run
		if len(c.Build) > 0 {
			command = c.Build
		}
		if _, _, err := resolve(c.Directory, command); err != nil {
			return fmt.Errorf("%s: %w", c.Origin, err)
		}
	}
	return nil
}

// resolve finds a command's program, and makes the arguments that are paths in
// directory absolute: the program will run in another one. A path is what
// names a file there, or a folder where the argument shows that it is meant as
// one (./build, lib/).
func resolve(directory string, command []string) (path string, args []string, err error) {
	path = command[0]
	switch {
	case strings.ContainsRune(path, filepath.Separator):
		if !filepath.IsAbs(path) {
			path = filepath.Join(directory, path)
		}
		if err := executable(path); err != nil {
			return "", nil, err
		}
	default:
		found, err := exec.LookPath(path)
		if err != nil {
			if _, e := os.Stat(filepath.Join(directory, path)); e == nil {
				return "", nil, fmt.Errorf("%q is not a command in PATH; for the one in %s write ./%s", path, directory, path)
			}
			return "", nil, fmt.Errorf("%q is not a command in PATH", path)
		}
		if path, err = filepath.Abs(found); err != nil {
			return "", nil, err
		}
	}
	for _, arg := range command[1:] {
		if !filepath.IsAbs(arg) {
			whole := filepath.Join(directory, arg)
			info, err := os.Stat(whole)
			meant := arg == "." || arg == ".." || strings.ContainsRune(arg, filepath.Separator)
			if err == nil && (info.Mode().IsRegular() || info.IsDir() && meant) {
				arg = whole
			}
		}
		args = append(args, arg)
	}
	return path, args, nil
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
// p: p's own where it speaks that, otherwise that of another problem it speaks
// with grids of the same size; nil where there is none.
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
