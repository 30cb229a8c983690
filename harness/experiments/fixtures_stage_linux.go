package main

import (
	"context"
	"errors"
	"fmt"
	"io"
	"os"
	"os/exec"
	"path/filepath"
	"runtime"
	"strconv"
	"strings"
	"syscall"

	"gridjudge/harness/tempdir"
)

// nobody is the user that judges where it is not root.
const nobody = 65534

// The users and what they have.
const (
	root       = "root"
	other      = "another user"
	confined   = "with namespaces"
	unconfined = "without namespaces"
)

// linuxStage judges the fixtures in processes of their own.
type linuxStage struct {
	folder  *tempdir.Dir
	program string // the test of package program
	sources string // its folder
	only    string
	guard   *guard
}

// newFixtureStage builds the test and the fixture for every user.
func newFixtureStage(ctx context.Context, only string) (_ fixtureStage, err error) {
	s := &linuxStage{only: only}
	if s.folder, err = tempdir.New(); err != nil {
		return nil, err
	}
	defer func() {
		if err != nil {
			err = errors.Join(err, s.folder.Remove())
		}
	}()
	if err := os.Chmod(s.folder.Path, 0o711); err != nil { // for the other user
		return nil, err
	}
	out, err := exec.CommandContext(ctx, "go", "list", "-f", "{{.Dir}}", "gridjudge/harness/program").Output()
	if err != nil {
		return nil, fmt.Errorf("go list: %w", err)
	}
	s.sources = strings.TrimSpace(string(out))
	s.program = filepath.Join(s.folder.Path, "program.test")
	if err := command(ctx, nil, "go", "test", "-c", "-o", s.program, "gridjudge/harness/program"); err != nil {
		return nil, err
	}
	for _, set := range s.settings() {
		home := s.home(set)
		fixture := filepath.Join(home, "fixture")
		if err := os.MkdirAll(home, 0o755); err != nil {
			return nil, err
		}
		// Each user owns its copy: the tests make further names of it.
		if err := command(ctx, nil, "go", "build", "-o", fixture, "gridjudge/harness/program/testdata/fixture"); err != nil {
			return nil, err
		}
		if set.user == other {
			if err := errors.Join(os.Chown(home, nobody, nobody), os.Chown(fixture, nobody, nobody)); err != nil {
				return nil, err
			}
		}
	}
	s.guard, err = newGuard(mostProcesses)
	return s, err
}

func (s *linuxStage) settings() (all []setting) {
	users := []string{root, other}
	if os.Getuid() != 0 {
		users = []string{other}
	}
	for _, user := range users {
		all = append(all, setting{user, confined}, setting{user, unconfined})
	}
	return all
}

// home is the folder of a user: the fixture, and all that its tests make.
func (s *linuxStage) home(set setting) string {
	return filepath.Join(s.folder.Path, strings.Fields(set.user)[0]) // short, for the names of sockets
}

func (s *linuxStage) most() int { return s.guard.most() }
func (s *linuxStage) close() error {
	s.guard.stop()
	return s.folder.Remove()
}

func (s *linuxStage) play(ctx context.Context, set setting, rounds int) (counts fixtureCounts, err error) {
	pattern := "^TestFixtures$"
	if s.only != "" {
		pattern += "/./^(" + s.only + ")(#\\d+)?$"
	}
	home := s.home(set)
	scratch := filepath.Join(home, "tmp")
	if err := os.Mkdir(scratch, 0o700); err != nil {
		return counts, err
	}
	test := exec.CommandContext(ctx, s.program, "-test.v=test2json", "-test.timeout", "1h", "-test.run", pattern,
		"-repeats", strconv.Itoa(rounds), "-load", "-fixture", filepath.Join(home, "fixture"))
	test.Dir = s.sources
	test.Env = []string{"PATH=" + os.Getenv("PATH"), "HOME=" + scratch, "TMPDIR=" + scratch}
	if set.user == other && os.Getuid() == 0 {
		test.SysProcAttr = &syscall.SysProcAttr{Credential: &syscall.Credential{Uid: nobody, Gid: nobody}}
		if err := os.Chown(scratch, nobody, nobody); err != nil {
			return counts, err
		}
	}
	text, err := test.StdoutPipe()
	if err != nil {
		return counts, err
	}
	test.Stderr = test.Stdout
	if err := startUnder(test, set.namespaces == unconfined); err != nil {
		return counts, fmt.Errorf("%w: can the user read %s?", err, s.sources)
	}
	events := exec.CommandContext(ctx, "go", "tool", "test2json")
	events.Stdin = text
	lines, err := events.StdoutPipe()
	if err == nil {
		err = events.Start()
	}
	if err == nil {
		counts, err = countFixtures(lines)
		io.Copy(io.Discard, lines) // so that the test can end
		err = errors.Join(err, events.Wait())
	}
	var exit *exec.ExitError
	if ended := test.Wait(); ended != nil && !errors.As(ended, &exit) {
		err = errors.Join(err, ended)
	}
	if ctx.Err() != nil {
		err = ctx.Err()
	}
	if err := errors.Join(err, s.guard.exceeded()); err != nil {
		return counts, err
	}
	return counts, s.leftBehind(counts, scratch)
}

// leftBehind counts as a failure of the whole test what exists after its end.
func (s *linuxStage) leftBehind(counts fixtureCounts, scratch string) error {
	left := s.guard.sweep()
	files, err := os.ReadDir(scratch)
	if err != nil {
		return err
	}
	for _, f := range files {
		left = append(left, f.Name())
	}
	if len(left) > 0 {
		counts.whole.failed++
		counts.whole.output = append(counts.whole.output, "left behind: "+strings.Join(left, ", "))
	}
	return os.RemoveAll(scratch)
}

// startUnder starts a command, if so under a filter that allows it no namespaces.
func startUnder(cmd *exec.Cmd, filtered bool) error {
	failed := make(chan error)
	go func() {
		if filtered {
			// A filter is for good, and belongs to a thread. It ends with this goroutine.
			runtime.LockOSThread()
			if err := forbidNamespaces(); err != nil {
				failed <- err
				return
			}
		}
		failed <- cmd.Start()
	}()
	return <-failed
}
