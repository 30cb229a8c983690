package main

import (
	"bytes"
	"errors"
	"fmt"
	"io"
	"os"
	"os/exec"
	"path/filepath"
	"slices"
	"strings"
)

// program is the command that solves, and the files through which the adapter talks to it.
type program struct {
	command  []string
	folder   string
	in, out  string
	readsIn  bool      // whether its arguments contain {in}
	stdout   string    // the file for its standard output: out, or another one if its arguments contain {out}
	stderr   io.Writer // gets its standard error, too
	counters []*counter

	// Of the last run: the exit status, and standard error.
	status   int
	messages bytes.Buffer
}

// newProgram makes a folder for the files. close removes it.
func newProgram(command []string, stderr io.Writer) (*program, error) {
	folder, err := os.MkdirTemp("", "adapter")
	if err != nil {
		return nil, err
	}
	p := &program{
		folder: folder, in: filepath.Join(folder, "in"), out: filepath.Join(folder, "out"), stderr: stderr,
		readsIn: slices.Contains(command, "{in}"),
	}
	p.stdout = p.out
	if slices.Contains(command, "{out}") {
		p.stdout = filepath.Join(folder, "stdout")
	}
	for _, word := range command {
		p.command = append(p.command, strings.NewReplacer("{in}", p.in, "{out}", p.out).Replace(word))
	}
	return p, nil
}

func (p *program) close() error { return os.RemoveAll(p.folder) }

// input writes the file that the command reads.
func (p *program) input(write func(io.Writer) error) error {
	in, err := os.Create(p.in)
	if err != nil {
		return err
	}
	return errors.Join(write(in), in.Close())
}

// run runs the command once, and adds to the counters. It returns an error unless the exit status is one of ok.
func (p *program) run(ok ...int) error {
	if err := p.start(ok...); err != nil {
		return err
	}
	return p.count()
}

// start runs the command once, until it ends.
func (p *program) start(ok ...int) (err error) {
	// Some programs refuse to overwrite a file, and others write into the old one.
	if err := os.Remove(p.out); err != nil && !errors.Is(err, os.ErrNotExist) {
		return err
	}
	cmd := exec.Command(p.command[0], p.command[1:]...)
	p.messages.Reset()
	cmd.Stderr = io.MultiWriter(&p.messages, p.stderr)
	if !p.readsIn {
		in, err := os.Open(p.in)
		if err != nil {
			return err
		}
		defer in.Close()
		cmd.Stdin = in
	}
	out, err := os.Create(p.stdout)
	if err != nil {
		return err
	}
	defer func() { err = errors.Join(err, out.Close()) }()
	cmd.Stdout = out
	err = cmd.Run()
	p.status = cmd.ProcessState.ExitCode()
	var ended *exec.ExitError
	switch {
	case errors.As(err, &ended) && slices.Contains(ok, ended.ExitCode()), err == nil && slices.Contains(ok, 0):
		return nil
	case err == nil:
		return fmt.Errorf("%s: exit status 0 instead of one of %v", p.command[0], ok)
	default:
		return fmt.Errorf("%s: %w", p.command[0], err)
	}
}
