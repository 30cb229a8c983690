package compare

import (
	"context"
	"errors"
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"strconv"
	"strings"

	"gridjudge/harness/bench"
	"gridjudge/harness/results"
)

// Build makes the program of a git revision, or of the working tree where
// revision is "", below dir. The build does not depend on where the sources lie,
// so that equal sources give equal programs.
func Build(ctx context.Context, revision, dir string) (program string, err error) {
	root, err := command(ctx, "", "git", "rev-parse", "--show-toplevel")
	if err != nil {
		return "", fmt.Errorf("not in a git repository: %w", err)
	}
	source := root
	if revision != "" {
		// A git that is killed half-way leaves an entry that is locked and that
		// nobody prunes. So it finishes what it has begun, which takes moments;
		// ctx is looked at afterwards.
		whole := context.WithoutCancel(ctx)
		source = filepath.Join(dir, "source")
		added := false
		defer func() {
			_, gone := command(whole, root, "git", "worktree", "remove", "--force", "--force", source)
			if added {
				err = errors.Join(err, gone)
			}
		}()
		if _, err := command(whole, root, "git", "worktree", "add", "--detach", source, revision); err != nil {
			return "", err
		}
		added = true
	}
	program = filepath.Join(dir, "gridjudge")
	if _, err := command(ctx, source, "go", "build", "-trimpath", "-buildvcs=false", "-o", program, "."); err != nil {
		return "", fmt.Errorf("building %s: %w", Named(revision), err)
	}
	return program, nil
}

// Named is what to call a revision.
func Named(revision string) string {
	if revision == "" {
		return "the working tree"
	}
	return revision
}

// Resolve is the commit that a revision names.
func Resolve(ctx context.Context, revision string) (string, error) {
	commit, err := command(ctx, "", "git", "rev-parse", "--verify", "--quiet", "--end-of-options", revision+"^{commit}")
	if err != nil {
		return "", fmt.Errorf("%q is neither a file nor a folder nor a git revision", revision)
	}
	return commit, nil
}

func command(ctx context.Context, dir, name string, args ...string) (string, error) {
	cmd := exec.CommandContext(ctx, name, args...)
	cmd.Dir = dir
	var stderr strings.Builder
	cmd.Stderr = &stderr
	out, err := cmd.Output()
	if ctx.Err() != nil {
		return "", ctx.Err()
	}
	if err != nil {
		return "", fmt.Errorf("%s %s: %w: %s", name, args[0], err, strings.TrimSpace(stderr.String()))
	}
	return strings.TrimSpace(string(out)), nil
}

// Executable is a Program that is a build of gridjudge.
type Executable struct {
	Name string // what to call it where it cannot be started
	Path string
	Args []string // of its bench verb, beside --serve
	Env  []string // beside this process's own
}

// Start starts it.
func (e Executable) Start(ctx context.Context, cpu int) (Running, error) {
	args := append([]string{"bench", "--serve"}, e.Args...)
	if cpu >= 0 {
		args = append(args, "--cpu", strconv.Itoa(cpu))
	}
	r, err := bench.StartWorker(ctx, e.Env, e.Path, args...)
	if err != nil {
		return nil, fmt.Errorf("%s cannot be measured: %w", e.Name, err)
	}
	return remote{r}, nil
}

// remote is a running Executable.
type remote struct{ *bench.Worker }

// Benchmarks are the cells that it can measure.
func (r remote) Benchmarks() []results.BenchmarkInfo { return r.Worker.Benchmarks }

// TempDir makes a folder for builds; the caller removes it.
func TempDir() (string, error) { return os.MkdirTemp("", "gridjudge-compare-*") }
