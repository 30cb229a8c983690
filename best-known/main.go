// Command best-known writes the contestants files of the best known programs that
// FOLDER has:
//
//		best-known FOLDER
//
//	 1. contestants.toml, which is part of this command, lists the programs.
//	 2. A program is there if FOLDER has its executable, or if its name is a command.
//	    Missing ones are named on standard error and left out.
//	 3. FOLDER/contestants.toml lists the programs that are there. FOLDER/measured.toml
//	    leaves out those that need one process per 9x9 puzzle.
//
// Exit status: 0, or 2 where no program is there or a file cannot be written.
package main

import (
	_ "embed"
	"errors"
	"fmt"
	"io"
	"os"
	"os/exec"
	"path/filepath"
	"strings"

	"gridjudge/corpus"
	"gridjudge/corpus/grids"

	"github.com/kballard/go-shellquote"
	"github.com/pelletier/go-toml/v2"
)

//go:embed contestants.toml
var contestants string

// The files that are written.
const (
	contestantsFile = "contestants.toml"
	measuredFile    = "measured.toml"
)

// exitUsage is the exit status where nothing can be judged.
const exitUsage = 2

func main() {
	if len(os.Args) != 2 {
		fmt.Fprintln(os.Stderr, "usage: best-known FOLDER")
		os.Exit(exitUsage)
	}
	if err := write(os.Args[1], os.Stderr); err != nil {
		fmt.Fprintln(os.Stderr, "best-known:", err)
		os.Exit(exitUsage)
	}
}

// entry is a [[contestant]] of contestants.toml.
type entry struct {
	Name     string   `toml:"name"`
	Run      string   `toml:"run"`
	Problems []string `toml:"problems"`
	PerCase  bool     `toml:"per-case"`

	text string // as in the file
}

// write writes both files into folder and names the missing programs on stderr.
func write(folder string, stderr io.Writer) error {
	all, err := entries(contestants)
	if err != nil {
		return err
	}
	var present, measured []string
	for _, e := range all {
		program, err := e.program()
		if err != nil {
			return err
		}
		if err := find(folder, program); err != nil {
			fmt.Fprintf(stderr, "best-known: %s is left out: %v\n", e.Name, err)
			continue
		}
		present = append(present, e.text)
		slow, err := e.slowOnLists()
		if err != nil {
			return err
		}
		if !slow {
			measured = append(measured, e.text)
		}
	}
	if len(present) == 0 {
		return fmt.Errorf("%s has none of the programs; best-known/README.md says where they are", folder)
	}
	err = os.WriteFile(filepath.Join(folder, contestantsFile), []byte(strings.Join(present, "\n")), 0o666)
	return errors.Join(err, os.WriteFile(filepath.Join(folder, measuredFile), []byte(strings.Join(measured, "\n")), 0o666))
}

// entries splits a contestants file into its entries. Comments are left out.
func entries(file string) ([]entry, error) {
	const header = "[[contestant]]"
	var all []entry
	for _, text := range strings.Split(file, header)[1:] {
		var lines []string
		for line := range strings.Lines(text) {
			if line = strings.TrimSpace(line); line != "" && !strings.HasPrefix(line, "#") {
				lines = append(lines, line)
			}
		}
		e := entry{text: header + "\n" + strings.Join(lines, "\n") + "\n"}
		if err := toml.Unmarshal([]byte(strings.Join(lines, "\n")), &e); err != nil {
			return nil, fmt.Errorf("contestants.toml: entry %d: %w", len(all)+1, err)
		}
		all = append(all, e)
	}
	return all, nil
}

// program returns the word of the command that is the program of others: the first
// one or, of a command of the adapter, the first one after the adapter's name and flags.
func (e *entry) program() (string, error) {
	words, err := shellquote.Split(e.Run)
	if err != nil {
		return "", fmt.Errorf("contestants.toml: %s: %w", e.Name, err)
	}
	if len(words) > 1 && words[0] == "./adapter" {
		words = words[2:]
		for len(words) > 0 && strings.HasPrefix(words[0], "--") {
			words = words[1:]
		}
	}
	if len(words) == 0 {
		return "", fmt.Errorf("contestants.toml: %s runs no program", e.Name)
	}
	return words[0], nil
}

// slowOnLists reports whether each of thousands of 9x9 puzzles would be a process.
func (e *entry) slowOnLists() (bool, error) {
	for _, name := range e.Problems {
		problem, err := corpus.LookupProblem(name)
		if err != nil {
			return false, fmt.Errorf("contestants.toml: %s: %w", e.Name, err)
		}
		if e.PerCase && grids.FormatOf(problem.Family).Size == 9 {
			return true, nil
		}
	}
	return false, nil
}

// find returns an error if a program is not there. A file that cannot be executed is no
// program: the folder of a source tree often has the name of its program.
func find(folder, program string) error {
	if strings.Contains(program, "/") {
		file, err := filepath.Abs(filepath.Join(folder, filepath.FromSlash(program)))
		if err != nil {
			return err
		}
		program = file
	}
	_, err := exec.LookPath(program)
	return err
}
