package main

import (
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
	command []string
	folder  string
	in, out string
	stderr  io.Writer

	readsIn, writesOut bool // whether its arguments contain {in}, {out}
	status             int  // the exit status of the last run
}

// newProgram makes a folder for the files. close removes it.
func newProgram(command []string, stderr io.Writer) (*program, error) {
	folder, err := os.MkdirTemp("", "adapter")
	if err != nil {
		return nil, err
	}
	p := &program{
		folder: folder, in: filepath.Join(folder, "in"), out: filepath.Join(folder, "out"), stderr: stderr,
		readsIn: slices.Contains(command, "{in}"), writesOut: slices.Contains(command, "{out}"),
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

// run runs the command once. It returns an error unless the exit status is one of ok.
func (p *program) run(ok ...int) (err error) {
	// Some programs refuse to overwrite a file, and others write into the old one.
	if err := os.Remove(p.out); err != nil && !errors.Is(err, os.ErrNotExist) {
		return err
	}
	cmd := exec.Command(p.command[0], p.command[1:]...)
	cmd.Stderr = p.stderr
	if !p.readsIn {
		in, err := os.Open(p.in)
		if err != nil {
			return err
		}
		defer in.Close()
		cmd.Stdin = in
	}
	if !p.writesOut {
		out, err := os.Create(p.out)
		if err != nil {
			return err
		}
		defer func() { err = errors.Join(err, out.Close()) }()
		cmd.Stdout = out
	}
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
