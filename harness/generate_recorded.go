package harness

import (
	"bytes"
	"context"
	"fmt"
	"os"
	"path/filepath"
	"runtime"
	"slices"

	"github.com/kballard/go-shellquote"
	"github.com/spf13/pflag"

	"gridjudge/corpus"
	"gridjudge/corpus/generate"
	"gridjudge/harness/progress"
	"gridjudge/harness/results"
)

// defaultGenerateFlags are the flags that nobody has touched.
func defaultGenerateFlags() *generateFlags {
	f := &generateFlags{}
	f.declare(pflag.NewFlagSet("generate", pflag.ContinueOnError))
	return f
}

// parseRecorded reads a command that writeSet recorded.
func parseRecorded(command string) (*generateFlags, error) {
	args, err := shellquote.Split(command)
	if err != nil {
		return nil, err
	}
	if len(args) < 2 || args[0] != "gridjudge" || args[1] != "generate" {
		return nil, fmt.Errorf("%q is no gridjudge generate", command)
	}
	f := &generateFlags{}
	flags := pflag.NewFlagSet("generate", pflag.ContinueOnError)
	f.declare(flags)
	if err := flags.Parse(args[2:]); err != nil {
		return nil, err
	}
	if flags.NArg() > 0 {
		return nil, fmt.Errorf("%q has a stray argument", command)
	}
	return f, nil
}

// generateRecorded makes embedded sets again and writes their files, or
// compares.
func (a *app) generateRecorded(ctx context.Context, f *generateFlags) error {
	switch {
	case f.check == (f.out != ""):
		return usageError("--recorded wants either --check or --out, the folder of the corpus")
	case f.first < 0 || f.first > 0 && !f.check:
		return usageError("--first is for --check, and not negative")
	}
	sets, err := corpus.SelectSets([]string{f.recorded})
	if err != nil {
		return usageError("%w", err)
	}
	sets = slices.DeleteFunc(sets, func(s *corpus.Set) bool { return s.Command == "" })
	if len(sets) == 0 {
		return usageError("no set that matches %q has a recorded command", f.recorded)
	}
	differ := false
	for _, set := range sets {
		verdict, err := a.remake(ctx, f, set)
		if err != nil {
			return err
		}
		fmt.Fprintf(a.stdout, "%s: %s\n", set.FullName(), verdict)
		differ = differ || verdict != same && verdict != written
	}
	if differ {
		return unexpected()
	}
	return nil
}

const (
	same    = "the same"
	written = "written, the same"
)

// remake makes one set again and says how it compares.
func (a *app) remake(ctx context.Context, f *generateFlags, set *corpus.Set) (verdict string, err error) {
	recorded, err := parseRecorded(set.Command)
	if err != nil {
		return "", faultError("set %s: %w", set.FullName(), err)
	}
	problem, request, err := a.request(recorded)
	if err != nil {
		return "", faultError("set %s: %w", set.FullName(), err)
	}
	if problem != set.Problem {
		return "", faultError("set %s: its command is for %s", set.FullName(), problem.Name)
	}
	request.Jobs = f.jobs
	if request.Jobs < 1 {
		request.Jobs = runtime.GOMAXPROCS(0)
	}
	if f.first > 0 && !request.Exhaustive {
		request.Count = min(request.Count, f.first)
	}
	var cases []corpus.Case
	bar := progress.New(a.stderr, max(request.Count, 1))
	err = generate.Run(ctx, request, func(p generate.Puzzle) error {
		bar.Add(1, set.FullName())
		cases = append(cases, caseOf(p))
		return nil
	})
	bar.Close()
	if err != nil {
		return "", generateStatus(err)
	}
	if f.check {
		return compareSet(set, cases, f.first > 0)
	}
	in, out, err := renderSet(problem, cases)
	if err != nil {
		return "", faultError("%w", err)
	}
	base := filepath.Join(f.out, problem.Name, set.Name)
	for name, text := range map[string][]byte{base + ".in": in, base + ".out": out} {
		if old, err := os.ReadFile(name); err == nil && bytes.Equal(old, text) {
			continue
		}
		if err := results.WriteFile(name, text); err != nil {
			return "", faultError("%w", err)
		}
	}
	if digest := corpus.Digest(cases); digest != set.Digest {
		return "written, but it differs: sets.toml wants the digest " + digest, nil
	}
	return written, nil
}

// compareSet holds puzzles against the embedded set, or against its first ones.
func compareSet(set *corpus.Set, cases []corpus.Case, prefix bool) (string, error) {
	stored, err := set.Load()
	if err != nil {
		return "", faultError("%w", err)
	}
	if prefix && len(stored) > len(cases) {
		stored = stored[:len(cases)]
	}
	if corpus.Digest(stored) == corpus.Digest(cases) {
		return same, nil
	}
	for i := range min(len(stored), len(cases)) {
		if corpus.Digest(stored[i:i+1]) != corpus.Digest(cases[i:i+1]) {
			return fmt.Sprintf("differs from case %d on", i+1), nil
		}
	}
	return fmt.Sprintf("%d cases instead of %d", len(cases), len(stored)), nil
}
