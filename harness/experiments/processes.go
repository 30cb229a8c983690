package main

import (
	"context"
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"strings"

	"gridjudge/harness/results"
	"gridjudge/harness/tempdir"
)

// workplace returns a temporary folder, and this program's executable, which is also the gridjudge that runs there.
func workplace() (folder *tempdir.Dir, self string, err error) {
	if self, err = os.Executable(); err != nil {
		return nil, "", err
	}
	folder, err = tempdir.New()
	return folder, self, err
}

// onlyRun reads the only recorded run below parent.
func onlyRun(parent string) (*results.Run, error) {
	dirs, err := results.Find(parent)
	if err != nil {
		return nil, err
	}
	if len(dirs) != 1 {
		return nil, fmt.Errorf("%s holds %d runs, want one", parent, len(dirs))
	}
	return results.ReadRun(dirs[0])
}

// command runs a command with additions to the environment.
func command(ctx context.Context, env []string, name string, args ...string) error {
	cmd := exec.CommandContext(ctx, name, args...)
	cmd.Env = append(os.Environ(), env...)
	out, err := cmd.CombinedOutput()
	switch {
	case ctx.Err() != nil:
		return ctx.Err()
	case err != nil:
		return fmt.Errorf("%s %s: %w: %s", filepath.Base(name), args[0], err, strings.TrimSpace(string(out)))
	}
	return nil
}
