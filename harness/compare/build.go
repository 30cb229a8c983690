package compare

import (
	"cmp"
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"go/build"
	"io/fs"
	"os"
	"os/exec"
	"path/filepath"
	"runtime"
	"runtime/debug"
	"strings"
	"time"

	"gridjudge/harness/machine"
	"gridjudge/harness/results"
)

// WorkingTree is the name of the sources in the user's folder, committed or not.
const WorkingTree = "the working tree"

// source is a version of this program's sources.
type source struct {
	name   string // as the user named it
	commit string // this commit, or the commit that the working tree is based on
	dirty  bool   // the working tree, if it has changes or untracked files (go build takes these, too)
}

// sourceOf returns the sources of a revision, which may be written as git:REVISION; "" is the working tree.
func sourceOf(ctx context.Context, revision string) (source, error) {
	// First ask whether git works here. It may be missing, or refuse a repository of another user, and then its own
	// message is the most useful one.
	if _, err := command(ctx, "", nil, "git", "rev-parse", "--git-dir"); err != nil {
		if revision != "" {
			return source{}, cmp.Or(ctx.Err(), inputErrorf("%s is not a run (%s), and it cannot be a revision, because %w", revision, Found(revision), err))
		}
		return source{}, cmp.Or(ctx.Err(), inputErrorf("%s is needed as the other side, and %w", WorkingTree, err))
	}
	if revision == "" {
		commit, dirty := machine.WorkingTree(".")
		if commit == machine.Unknown {
			return source{}, inputErrorf("not in a git repository with a commit")
		}
		return source{name: WorkingTree, commit: commit, dirty: dirty}, nil
	}
	revision = strings.TrimPrefix(revision, "git:")
	commit, err := command(ctx, "", nil, "git", "rev-parse", "--verify", "--quiet", "--end-of-options", revision+"^{commit}")
	switch {
	case ctx.Err() != nil:
		return source{}, ctx.Err()
	case err != nil:
		hint := ""
		if shallow, _ := command(ctx, "", nil, "git", "rev-parse", "--is-shallow-repository"); shallow == "true" {
			hint = "; this is a shallow clone, which lacks older commits: git fetch --unshallow"
		}
		if _, err := os.Stat(revision); err == nil {
			hint += "; " + Found(revision) + "; files of puzzles come after --"
		}
		return source{}, inputErrorf("%q is neither a run (a folder with run.json, or a .bench file) nor a git revision%s", revision, hint)
	}
	return source{name: revision, commit: commit}, nil
}

// Found says what there is at a path that is not a run, and what a run would be there.
func Found(path string) string {
	switch info, err := os.Stat(path); {
	case errors.Is(err, fs.ErrNotExist):
		return "there is no such file"
	case err != nil:
		return err.Error()
	case info.IsDir():
		return "it is a folder without " + results.ManifestFile
	}
	return "a file of go test -bench has to be called .bench"
}

// revision names the sources in a way that will still be true later: HEAD, for example, will be another commit. A
// working tree with changes has no such name, so it returns "".
func (s source) revision() string {
	if s.dirty {
		return ""
	}
	return "git:" + s.commit
}

// linking contains the flags for the linker.
//
// The flag -funcalign=64 makes every function begin at a line of the processor's cache. These lines are 64 bytes long.
// Without the flag, functions begin at multiples of 32 bytes. If one function then becomes longer, the functions after
// it move, and their loops may lie differently in the cache lines. So a solver may become faster or slower although its
// own code is the same. For example, we compared two builds with equal solvers, which differed only in the folder
// harness. On poj3076/easy, the times of bitboard differed by 7 %, and the times of bitmask by 1.4 %. The differences
// appeared in all 26 rounds.
//
// The flag -w leaves out tables for debuggers, which would take half of the linker's time.
const linking = "-ldflags=-w -funcalign=64"

// build compiles the sources and returns the path of the program. It creates the folder dir, and all its files lie
// there. So the caller can clean up by removing dir, even if the build was killed. (Only the build cache of Go lies
// elsewhere.)
//
// Equal sources give equal programs, because the program does not contain the path of its sources.
func (s source) build(ctx context.Context, dir string) (program string, err error) {
	root, err := command(ctx, "", nil, "git", "rev-parse", "--show-toplevel")
	if err != nil {
		return "", err
	}
	module, err := moduleFolder(ctx, root)
	if err != nil {
		return "", err
	}
	sources, temporary := root, filepath.Join(dir, "tmp")
	if err := os.MkdirAll(temporary, 0o777); err != nil {
		return "", err
	}
	if s.name != WorkingTree {
		// git gets an index file of its own, and there is no worktree: so a git that is killed leaves nothing in the
		// repository.
		sources = filepath.Join(dir, "source")
		index := []string{"GIT_INDEX_FILE=" + filepath.Join(dir, "index")}
		if _, err := command(ctx, root, index, "git", "read-tree", s.commit); err != nil {
			return "", err
		}
		if _, err := command(ctx, root, index, "git", "checkout-index", "--all", "--prefix="+sources+string(filepath.Separator)); err != nil {
			return "", err
		}
		if err := os.MkdirAll(sources, 0o777); err != nil { // a commit may be empty
			return "", err
		}
	}
	folder := filepath.Join(sources, module)
	declared := readModule(ctx, folder)
	if sources != root {
		if err := declared.pinReplacements(ctx, folder, filepath.Join(root, module), root); err != nil {
			return "", err
		}
	}
	program = filepath.Join(dir, "gridjudge")
	environment := []string{"GOTMPDIR=" + temporary, "GOWORK=off", "GOOS=" + runtime.GOOS, "GOARCH=" + runtime.GOARCH}
	if _, err := command(ctx, folder, environment, "go", "build", "-trimpath", "-buildvcs=false", linking, "-o", program, declared.mainPackage()); err != nil {
		return "", inputErrorf("building %s: %w", s.name, err)
	}
	return program, nil
}

// moduleFile is what a build needs to know of a go.mod.
type moduleFile struct {
	Module  struct{ Path string }
	Replace []struct {
		Old, New struct{ Path, Version string }
	}
}

// readModule reads the go.mod in a folder. If there is none, or if it is wrong, the result is empty: go build then says
// what is wrong.
func readModule(ctx context.Context, folder string) (m moduleFile) {
	if text, err := command(ctx, folder, nil, "go", "mod", "edit", "-json"); err == nil {
		_ = json.Unmarshal([]byte(text), &m) // go has written it
	}
	return m
}

// mainPackage returns the package that go build has to build in the folder of the module. It is the main package of this
// program if that belongs to the module, and otherwise the package in the folder itself.
func (m *moduleFile) mainPackage() string {
	info, ok := debug.ReadBuildInfo()
	if ok && m.Module.Path != "" && strings.HasPrefix(info.Path+"/", m.Module.Path+"/") {
		return info.Path
	}
	return "."
}

// pinReplacements makes sure that a copy of a user's module still finds gridjudge. The module finds it by a line of its
// go.mod such as "replace gridjudge => ../gridjudge". From the folder of the copy, this relative path would lead
// nowhere, so pinReplacements makes it absolute, starting from the folder of the original. Paths that stay inside of
// the repository are left alone, because the repository was copied as a whole.
func (m *moduleFile) pinReplacements(ctx context.Context, copied, original, root string) error {
	edits := []string{"mod", "edit"}
	for _, r := range m.Replace {
		target := filepath.Join(original, r.New.Path)
		if build.IsLocalImport(r.New.Path) && !strings.HasPrefix(target, root+string(filepath.Separator)) {
			old := strings.TrimSuffix(r.Old.Path+"@"+r.Old.Version, "@")
			edits = append(edits, "-replace="+old+"="+target)
		}
	}
	if len(edits) == 2 {
		return nil
	}
	_, err := command(ctx, copied, nil, "go", edits...)
	return err
}

// moduleFolder returns the folder of the module that contains the working folder, relative to the root of the
// repository. They differ if the module is in a folder of a larger repository.
func moduleFolder(ctx context.Context, root string) (string, error) {
	module, err := command(ctx, "", nil, "git", "rev-parse", "--show-prefix")
	for module = filepath.Clean(module); module != "."; module = filepath.Dir(module) {
		if _, err := os.Stat(filepath.Join(root, module, "go.mod")); err == nil {
			break
		}
	}
	return module, err // if there is no go.mod, go build will say so
}

// command runs a command, with additions to the environment, and returns its output. When ctx ends, the command is
// asked to stop, so that it can remove its own files. It is killed if it does not stop within 2 s.
func command(ctx context.Context, dir string, environment []string, name string, args ...string) (string, error) {
	cmd := exec.CommandContext(ctx, name, args...)
	cmd.Dir, cmd.Env = dir, append(os.Environ(), environment...)
	cmd.Cancel = func() error { return cmd.Process.Signal(os.Interrupt) }
	cmd.WaitDelay = 2 * time.Second
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
