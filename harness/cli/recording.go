package cli

import (
	"cmp"
	"context"
	"errors"
	"fmt"
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

// recordingFlags are the flags of a verb whose run can be recorded and continued.
type recordingFlags struct {
	requestFlags
}

// registerRecording registers the flags that record a run. out is the default of --out.
func (f *recordingFlags) registerRecording(flags *pflag.FlagSet, out string) {
	flags.StringVar(&f.Out, "out", out, "record the run in a new folder below this one, for table, report and plot")
	flags.StringVar(&f.resume, "resume", "", "continue the interrupted run in this folder")
	flags.TextVar(&f.Shard, "shard", results.Shard{}, "do only part I of N parts, as `I/N`: every Nth test set. With auto/N, I comes from the variables that the "+
		"scheduler sets (Slurm, Kubernetes, GitLab, GNU parallel). gridjudge merge puts the parts together")
}

// complete prepares the request after the flags have been parsed. Normally it only adds two things: the verb, and the
// user's files of puzzles.
//
// The flag --resume continues a recorded run. complete then replaces the request by the request of that run, which
// decides the sets, the settings and the files. The user cannot change them, so complete rejects file arguments and
// almost every other flag. It accepts only --resume and the flags in allowedFlags, for example --format.
//
// The folder of the run contains copies of the user's files. If a file has changed since the run was begun, or no
// longer exists, complete uses the copy.
func (f *recordingFlags) complete(cmd *cobra.Command, files []string, allowedFlags ...string) error {
	f.Verb, f.Files = cmd.Name(), files
	if f.resume == "" {
		return nil
	}
	m, err := f.takeUp(cmd, "resume", f.resume, allowedFlags...)
	if err == nil {
		f.Request.Files, err = carriedFiles("resume", f.resume, m)
	}
	return err
}

// takeUp replaces the request by the request of a recorded run of the same verb, which the flag named flag gives. The
// user may only give this flag and the flags in allowedFlags, because the run decides everything else.
func (f *recordingFlags) takeUp(cmd *cobra.Command, flag, dir string, allowedFlags ...string) (*results.Manifest, error) {
	m, err := results.ReadManifest(dir)
	switch {
	case err != nil:
		return nil, usageError("--%s: %w", flag, err)
	case m.Verb != f.Verb:
		return nil, usageError("--%s: %s is a run of gridjudge %s, but must be one of gridjudge %s (see gridjudge %[4]s --help)", flag, dir, m.Verb, f.Verb)
	case m.Derived:
		return nil, usageError("--%s: %s was begun by an older gridjudge, which alone can continue it", flag, dir)
	}
	given := strings.Join(f.Files, " ")
	cmd.Flags().Visit(func(other *pflag.Flag) {
		if other.Name != flag && !slices.Contains(allowedFlags, other.Name) {
			given = "--" + other.Name
		}
	})
	if given != "" {
		return nil, usageError("%s does not go with --%s: the recorded run decides the sets and the settings", given, flag)
	}
	f.Request = m.Request
	return m, nil
}

// carriedFiles returns the user's files of puzzles of a recorded run, or its copies of files that are no longer the same.
func carriedFiles(flag, dir string, m *results.Manifest) ([]string, error) {
	files := slices.Clone(m.Files)
	for i, set := range m.Plan.Sets[max(0, len(m.Plan.Sets)-len(files)):] { // files come after embedded sets
		files[i] = results.Original(files[i], filepath.Join(dir, results.CarriedName(set.Name)))
		if _, err := os.Stat(files[i]); err != nil && files[i] != "-" {
			return nil, usageError("--%s: there is no file %s, and the run does not carry it: put it back, or work in the "+
				"folder in which the run was begun", flag, files[i])
		}
	}
	return files, nil
}

// whyNone says why no contestant takes a set: the reason of the first built-in solver, or else of programs.
func whyNone(s *bench.Session) string {
	for _, c := range s.Contestants {
		if c.Spec != nil {
			return s.Sets[0].WhyNot(c.Spec)
		}
	}
	return "a set that no statement promises, such as poj3074/invalid, programs take only by its full name"
}

// begun returns the request of the run as it was recorded. If the run is not recorded, begun returns the request as the
// user gave it.
func (f *recordingFlags) begun(s *bench.Session) *results.Request {
	if s.Out == nil {
		return &f.Request
	}
	return &s.Out.Manifest.Request
}

// begin adds the build, the sets and the contestants to the Plan of a session. Then it begins the record of the run.
// With --resume, it continues an existing record instead; this is possible only on the machine on which the run was
// begun.
func (f *recordingFlags) begin(ctx context.Context, s *bench.Session) (err error) {
	s.Request = f.Request
	// Only a record needs the build. Finding it takes longer than judging a small file, because of the digests.
	if f.Out != "" || f.resume != "" {
		s.Plan = results.NewPlan()
	}
	if s.Plan, err = bench.NewPlan(ctx, s.Plan, s.Sets, s.Contestants); err != nil {
		return usageError("%w", err)
	}
	switch {
	case len(s.Plan.Benchmarks(results.Shard{})) == 0:
		return usageError("none of the chosen contestants takes a chosen set: %s", whyNone(s))
	case f.resume == "" && f.Out == "":
		return nil
	case f.resume == "":
		m := results.NewManifest(s.Request, s.Plan)
		if why := machine.WhyUnknown(); why != nil {
			m.Notes = append(m.Notes, fmt.Sprintf("The commit of this build is unknown, so others cannot check the run (go build -buildvcs=true in the folder of a clone makes a program that knows it): %v", why))
		}
		s.Out, err = results.Create(f.Out, m)
		return outputError("out", err)
	}
	if s.Out, s.Before, err = results.Resume(f.resume); err != nil {
		return usageError("--resume: %w", err)
	}
	m := s.Out.Manifest
	if err := cmp.Or(m.Plan.Same(&s.Plan), m.CheckMachine()); err != nil {
		if m.Plan.Commit != s.Plan.Commit {
			err = errors.Join(err, machine.WhyUnknown())
		}
		return usageError("--resume: %s: %w", f.resume, errors.Join(err, s.Out.Close()))
	}
	for _, change := range m.Environment.Changes(machine.ThisEnvironment()) {
		m.Notes = append(m.Notes, "The run was resumed in another environment: "+change)
	}
	return nil
}

// work does some parts of a session's work one after another, and shows the progress.
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

// endRun ends the record of a session. There are three cases:
//   - The work is complete: endRun marks the record as complete.
//   - The work is not complete: either the session ended with the error err, or one of the user's files contains an
//     error (s.InputErr). The record stays open, and endRun tells the user how to continue the run.
//   - Nothing has been recorded yet, because one of the user's files contains an error: endRun removes the record.
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
