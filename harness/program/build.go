package program

import (
	"cmp"
	"context"
	"errors"
	"fmt"
	"io"
	"os"
	"path/filepath"
	"strings"
	"time"

	"gridjudge/corpus"
	"gridjudge/harness/report"
	"gridjudge/harness/sandbox"
	"gridjudge/harness/scratch"
)

// The limits of a build command; a contestant may set another time-out.
const (
	buildTimeout = 2 * time.Minute
	buildMemory  = 4 << 30
	buildOutput  = 64 << 20 // bytes on standard output; only the first lines are shown
	buildTasks   = 1000
)

// buildLines is how many lines of a failed build are shown.
const buildLines = 10

// Program is a contestant that is ready to run.
type Program struct {
	*Contestant

	// Broken says why the build failed. It is empty if the build succeeded; otherwise the verdict is CE (compile
	// error).
	Broken string

	command *command
	built   buildFolders
	tools   []string                          // the interpreter of the build command (see interpreters): what it makes may need it
	sources []string                          // folders with sources of gridjudge; found before the first build, which might write a go.mod
	hide    []string                          // files that neither the build nor the program may read (see private)
	starts  map[*corpus.Problem]time.Duration // see Start; 0 if it is not known
}

// Executable returns the path of the program's file and its arguments. Arguments that name files or folders in
// Directory are absolute paths.
func (p *Program) Executable() (path string, args []string) { return p.command.path, p.command.args }

// Prepare makes the contestant ready to run: it runs the build command, if there is one, and finds the program. If the
// build fails, or if the program still does not exist after the build, the field Broken of the result says why.
//
// A contestant without a build command may rely on the build of an earlier contestant. For example, one make may build
// the programs of three contestants. If the program of such a contestant is missing, the result depends on the command:
//   - If the command names the program by a relative path or a bare name, the earlier build should have made the
//     program. The field Broken says that it is missing after the build.
//   - If the command names the program by an absolute path, Broken stays empty, and the program fails when it is run.
//
// Prepare returns an error only if ctx ends.
func (c *Contestant) Prepare(ctx context.Context) (*Program, error) {
	return c.prepare(ctx, buildFoldersOf([]*Contestant{c}), c.sources())
}

// unprepared returns the program with its command exactly as the user wrote it. If the command cannot be found, it
// stays like this, because the attempt to run it will give the reason.
func (c *Contestant) unprepared() *Program {
	return &Program{Contestant: c, command: &command{path: c.Run[0], args: c.Run[1:]}}
}

func (c *Contestant) prepare(ctx context.Context, built buildFolders, sources []string) (*Program, error) {
	p := c.unprepared()
	p.built, p.sources, p.hide = built, sources, c.private(sources)
	if len(c.Build) > 0 {
		var err error
		if p.Broken, err = p.build(ctx); err != nil || p.Broken != "" {
			return p, err
		}
	}
	switch cmd, err := p.resolve(c.Run); {
	case err == nil:
		p.command, p.Broken = cmd, unreadable(cmd)
	case len(c.Build) > 0 || !filepath.IsAbs(c.Run[0]): // an earlier contestant's build should have made it
		p.Broken = fmt.Sprintf("after the build, %v", err)
	}
	return p, nil
}

// unreadable returns a message about a file of the command that gridjudge may not read, or "" if it may read all of
// them. There are two reasons to read these files. Their contents identify the program, so that a later run can tell
// whether it is still the same one. And the kernel refuses to trace a program whose file cannot be read.
func unreadable(cmd *command) string {
	for _, name := range cmd.named {
		if info, err := os.Stat(name); err == nil && info.Mode().IsRegular() {
			file, err := os.Open(name)
			if err != nil {
				return fmt.Sprintf("a file of the command cannot be read: %v (chmod +r)", err)
			}
			file.Close()
		}
	}
	return ""
}

// build runs the build command in the contestant's directory. If the build fails, build returns a message that says
// why; otherwise the message is "". It returns an error only if ctx ends. If the kernel has namespaces, the command is
// confined, so that it cannot cheat:
//   - It has no network.
//   - It may write to the contestant's directory, but not to the files that Keep lists.
//   - It may read the contestant's directory, the system's folders, the files that the build command names, and the
//     files that Read lists.
func (p *Program) build(ctx context.Context) (broken string, err error) {
	cmd, err := p.resolve(p.Build)
	if err != nil {
		return err.Error(), nil
	}
	if broken := p.unsafe(); broken != "" {
		return broken, nil
	}
	p.tools = cmd.tools
	// Without an input, the sandbox would open the machine's /dev/null. A build of root could then change its permissions.
	empty, err := scratch.NewFile(func(io.Writer) error { return nil })
	if err != nil {
		return fmt.Sprintf("the build could not be run: %v", err), nil
	}
	defer empty.Close()
	limit := cmp.Or(p.Limits.Build, buildTimeout)
	f, err := sandbox.Run(ctx,
		sandbox.Command{
			Path: cmd.path, Args: cmd.words[1:], Dir: p.Directory, Keep: p.kept(), Hide: p.hide,
			Read: p.readable(cmd), Tools: cmd.tools, Input: empty,
		},
		sandbox.Limits{Wall: limit, Output: buildOutput, Memory: buildMemory, Tasks: buildTasks})
	said := firstLines(f.Stderr, f.Stdout)
	switch {
	case ctx.Err() != nil:
		return "", ctx.Err()
	case err != nil: // the other contestants can still be judged
		return fmt.Sprintf("the build could not be run: %v", err), nil
	case f.NotStarted != "":
		return "the build command could not be started: " + f.NotStarted + p.built.advice(cmd.path), nil
	case f.Killed == sandbox.KilledWall:
		return fmt.Sprintf("the build was killed after %v\n%s", limit, said), nil
	case f.Killed == sandbox.KilledOutput:
		return fmt.Sprintf("the build was killed because it wrote more than %d MiB to standard output\n%s", buildOutput>>20, said), nil
	case f.Killed != sandbox.NotKilled:
		return fmt.Sprintf("the build was killed (%s)\n%s", f.Killed, said), nil
	case f.Exit != 0: // -1 after a signal
		return fmt.Sprintf("the build ended with %s\n%s%s", Ending(f.Exit, f.Signal), said, notExecutable()), nil
	}
	return "", nil
}

// kept returns the files that the build must not change (Keep). If a file lies in Directory, its path in the result
// begins with Directory, because the sandbox recognises the files in Directory by the beginning of their paths. In
// Keep, the path may begin differently, because the user may have named the file through a link. For example, if
// /project is a link to the Directory /home/me/project, kept replaces /project/.git by /home/me/project/.git.
func (p *Program) kept() (paths []string) {
	for _, path := range p.Keep {
		real := filepath.Join(resolved(filepath.Dir(path)), filepath.Base(path))
		if inside, err := filepath.Rel(resolved(p.Directory), real); err == nil && within(real, resolved(p.Directory)) {
			path = filepath.Join(p.Directory, inside)
		}
		paths = append(paths, path)
	}
	return paths
}

// firstLines returns the first lines that a compiler wrote to standard error, or to standard output if standard error
// is empty.
func firstLines(stderr, stdout []byte) string {
	text := cmp.Or(strings.TrimSpace(report.EscapeBytes(stderr)), strings.TrimSpace(report.EscapeBytes(stdout)))
	lines := strings.SplitAfterN(text, "\n", buildLines+1)
	if len(lines) > buildLines {
		lines[buildLines] = "..."
	}
	return strings.Join(lines, "")
}

// Choose returns the contestant with this name, or the only contestant if name is empty. It returns nil if there are
// no contestants and a name is given, because a built-in solver may have the name.
func Choose(all []*Contestant, name string) (*Contestant, error) {
	var names []string
	for _, c := range all {
		if c.Name == name || name == "" && len(all) == 1 {
			return c, nil
		}
		names = append(names, c.Name)
	}
	switch {
	case len(all) > 0 && name != "":
		return nil, fmt.Errorf("there is no program %q%s", name, corpus.Nearest(name, names))
	case len(all) > 0:
		return nil, fmt.Errorf("several programs are declared; choose one with --solver: %s", strings.Join(names, ", "))
	case name == "":
		return nil, errors.New("which program? Name it with --exec, --contestants or --solver")
	}
	return nil, nil
}
