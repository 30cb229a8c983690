package harness

import (
	"cmp"
	"context"
	"errors"
	"os"
	"path/filepath"
	"slices"
	"strings"

	"github.com/spf13/cobra"
	"github.com/spf13/pflag"

	"gridjudge/harness/bench"
	"gridjudge/harness/machine"
	"gridjudge/harness/progress"
	"gridjudge/harness/results"
)

// recordingFlags say where a run is recorded, and which part of it.
type recordingFlags struct {
	out, resume string
	shard       results.Shard
}

// register registers the flags. out is the default of --out.
func (f *recordingFlags) register(flags *pflag.FlagSet, out string) {
	flags.StringVar(&f.out, "out", out, "record the run in a new folder below this one, for table, report and plot")
	flags.StringVar(&f.resume, "resume", "", "continue the interrupted run in this folder")
	flags.TextVar(&f.shard, "shard", results.Shard{}, "do only part I of N parts, as `I/N`: every Nth test set. With auto/N, I comes from the variables that the\n"+
		"scheduler sets (Slurm, Kubernetes, GitLab, GNU parallel). gridjudge merge puts the parts together")
}

// resumed sets the flags of a command, but for those of allowed that are given, to those that the run of --resume was
// begun with. It returns the arguments of that run, with the files that it carries in the place of the user's; without
// --resume, args.
func (a *app) resumed(cmd *cobra.Command, f *recordingFlags, args []string, allowed ...string) ([]string, error) {
	if f.resume == "" {
		return args, nil
	}
	m, err := results.ReadManifest(f.resume)
	if err != nil {
		return nil, usageError("--resume: %w", err)
	}
	if len(m.Command) < 2 || m.Command[1] != cmd.Name() {
		return nil, usageError("--resume: %s is not a run of gridjudge %s", f.resume, cmd.Name())
	}
	flags := cmd.Flags()
	given := strings.Join(args, " ")
	flags.Visit(func(flag *pflag.Flag) {
		if flag.Name != "resume" && !slices.Contains(allowed, flag.Name) {
			given = "--" + flag.Name
		}
	})
	if given != "" {
		return nil, usageError("%s does not go with --resume: the run keeps the settings that it was begun with", given)
	}
	err = flags.Parse(m.Command[2:])
	args = flags.Args()
	if err = errors.Join(err, flags.Parse(a.args[1:])); err != nil {
		return nil, usageError("--resume: %s: its command: %w", f.resume, err)
	}
	for i, set := range m.Plan.Sets[max(0, len(m.Plan.Sets)-len(args)):] { // files come after embedded sets
		carried := filepath.Join(f.resume, results.CarriedName(set.Name))
		if _, err := os.Stat(carried); err == nil {
			args[i] = carried
		} else if _, err := os.Stat(args[i]); err != nil && args[i] != "-" {
			return nil, usageError("--resume: there is no file %s, and the run does not carry it yet: put it back, or resume "+
				"in the folder in which the run was begun", args[i])
		}
	}
	return args, nil
}

// begin adds the build, the sets and the contestants to the Plan of a session, which has the rest, and begins its
// record, or continues it on the machine on which it was begun.
func (f *recordingFlags) begin(ctx context.Context, verb string, command []string, s *bench.Session) (err error) {
	if f.out != "" || f.resume != "" { // else no build is needed: digests take longer than to judge a small file
		build := results.NewPlan()
		s.Plan.Executable, s.Plan.Commit, s.Plan.Dirty = build.Executable, build.Commit, build.Dirty
	}
	if s.Plan, err = bench.NewPlan(ctx, s.Plan, s.Sets, s.Contestants); err != nil {
		return usageError("%w", err)
	}
	s.Shard = f.shard
	switch {
	case len(s.Plan.Benchmarks(results.Shard{})) == 0:
		return usageError("none of the chosen contestants takes a chosen set (see gridjudge list solvers)")
	case f.resume == "" && f.out == "":
		return nil
	case f.resume == "":
		s.Out, err = results.Create(f.out, results.NewManifest(verb, f.shard.Command(command), s.Plan, f.shard))
		return outputError("out", err)
	}
	if s.Out, s.Before, err = results.Resume(f.resume); err != nil {
		return usageError("--resume: %w", err)
	}
	m := s.Out.Manifest
	if err := cmp.Or(m.Plan.Same(&s.Plan), m.CheckMachine()); err != nil {
		return usageError("--resume: %s: %w", f.resume, errors.Join(err, s.Out.Close()))
	}
	for _, change := range m.Environment.Changes(machine.ThisEnvironment()) {
		m.Notes = append(m.Notes, "The run was resumed in another environment: "+change)
	}
	return nil
}

// work does a part of a session's work and shows its progress.
func (a *app) work(ctx context.Context, s *bench.Session, parts ...func(context.Context) error) (err error) {
	display := progress.New(a.stderr)
	defer display.Close()
	s.Tell = display.Set
	for _, part := range parts {
		if err == nil {
			err = part(ctx)
		}
	}
	return err
}

// endRun ends the record of a session, or says how to continue it. err is what ended the work.
func (a *app) endRun(s *bench.Session, err error) error {
	if s.Out == nil {
		return err
	}
	defer s.Out.Close()
	recorded := error(nil)
	switch {
	case err == nil && s.InputErr == nil:
		if recorded = s.Out.End(); recorded == nil {
			a.note("recorded in %s", s.Out.Dir)
		}
	case s.InputErr != nil && s.Out.Empty():
		recorded = s.Out.Discard()
	default:
		recorded = s.Out.Save()
		a.note("not complete; continue with: gridjudge %s --resume %s", s.Out.Manifest.Verb, s.Out.Dir)
	}
	if err == nil && recorded != nil {
		err = internalError("%s: %w", s.Out.Dir, recorded)
	}
	return err
}
