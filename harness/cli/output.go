package cli

import (
	"cmp"
	"context"
	"errors"
	"fmt"
	"io"
	"os"
	"path/filepath"
	"slices"

	"github.com/kballard/go-shellquote"
	"github.com/spf13/cobra"

	"gridjudge/corpus/cases"
	"gridjudge/harness/machine"
	"gridjudge/harness/report"
	"gridjudge/harness/results"
	"gridjudge/harness/scoreboard"
)

// render writes tables to standard output, with an empty line between them.
func (a *app) render(f *formatFlag, tables ...*report.Table) error {
	for _, t := range tables {
		a.caption(t, f.Format)
	}
	return unwritten("table", report.Render(a.stdout, f.Format, report.StyleOf(a.stdout), tables...))
}

// keepInput refuses an output file that is one of the inputs, or a file of a recorded run.
func (a *app) keepInput(flag, out string, inputs ...string) error {
	target, err := os.Stat(out)
	if err != nil || !target.Mode().IsRegular() {
		return nil
	}
	for _, name := range inputs {
		info, err := os.Stat(name)
		if stdin, ok := a.stdin.(*os.File); name == "-" && ok {
			info, err = stdin.Stat()
		}
		if err == nil && os.SameFile(info, target) {
			return usageError("--%s: %s is the input, and would be lost", flag, out)
		}
	}
	_, unrecorded := os.Stat(filepath.Join(filepath.Dir(out), results.SamplesFile))
	files := []string{results.ManifestFile, results.JudgedFile, results.SamplesFile, results.CasesFile, results.FactsFile}
	if unrecorded == nil && slices.Contains(files, filepath.Base(out)) {
		return usageError("--%s: %s is a file of a recorded run, and would be lost", flag, out)
	}
	return nil
}

// caption completes the caption of a table for LaTeX, so that readers of a paper see where the numbers come from. It
// adds the command that made the table. If the table shows recorded runs, its caption already names their builds and
// machines. Otherwise the numbers come from this build on this machine, so caption adds the commit of the build and the
// machine.
func (a *app) caption(t *report.Table, f report.Format) {
	if f != report.LaTeX {
		return
	}
	if t.Caption == "" {
		build := results.NewPlan()
		t.Caption = fmt.Sprintf("Commit %s, %v.", build.Revision(len(build.Commit)), machine.ThisMachine())
	}
	t.Label = cmp.Or(t.Label, a.command()[1])
	t.Caption = "Made by " + shellquote.Join(a.command()...) + ". " + t.Caption
}

// standard returns the stream to which gridjudge must write if the user gives this path for a file: standard output for
// the path "-", for example. It returns nil if the path names an ordinary file.
//
// Paths such as /dev/stdout and /dev/stderr also name a standard stream. A shell may have redirected the stream to a
// file. If gridjudge opened /dev/stdout as a file, it would truncate that file, and everything written before would be
// lost. So standard compares files, and returns the stream if it is the file that the path names.
func (a *app) standard(path string) io.Writer {
	if path == "-" {
		return a.stdout
	}
	named, err := os.Stat(path)
	for _, stream := range []io.Writer{a.stdout, a.stderr} {
		if file, ok := stream.(*os.File); ok && err == nil {
			if info, err := file.Stat(); err == nil && os.SameFile(info, named) {
				return stream
			}
		}
	}
	return nil
}

// write writes data to the file that a flag names.
func (a *app) write(flag, path string, data []byte) error {
	if stream := a.standard(path); stream != nil {
		_, err := stream.Write(data)
		return outputError(flag, err)
	}
	return outputError(flag, results.WriteFile(path, data))
}

// boardFlags are the flags that say how verdicts are shown.
type boardFlags struct {
	slowest int
	format  *formatFlag
	filter  filterFlag
}

// register registers the flags.
func (f *boardFlags) register(cmd *cobra.Command) {
	flags := cmd.Flags()
	flags.IntVar(&f.slowest, "slowest", 0, "also list this many slowest cases of each row; with csv and json, list these cases instead of the table "+
		"(all cases if N is large enough)")
	f.format = registerFormat(cmd, junitFormat)
	f.filter.register(flags)
}

// junitFormat is the XML format that build servers read.
const junitFormat report.Format = "junit"

// showBoard prints the table of results and the summary, and the slowest cases if the user asked for them.
func (a *app) showBoard(all []*results.Result, f *boardFlags, o scoreboard.Options) error {
	o.Filter, o.Slowest = f.filter.Filter, f.slowest
	b := scoreboard.New(all, o)
	var tables []*report.Table
	switch {
	case f.format.Format == junitFormat:
		return cmp.Or(unwritten("results", b.WriteJUnit(a.stdout)), f.unmatched(all, b))
	case f.format.prose():
		tables = b.Tables(report.StyleOf(a.stdout))
	case f.slowest == 0:
		tables = append(tables, b.Verdicts())
	default:
		tables = append(tables, b.SlowestCases())
	}
	return cmp.Or(a.render(f.format, tables...), f.unmatched(all, b))
}

// unmatched returns an error if the filter matches no result, because then the user has probably mistyped it. If some
// benchmark was not judged, unmatched accepts every filter, because that benchmark might have matched.
func (f *boardFlags) unmatched(all []*results.Result, b *scoreboard.Board) error {
	if len(all) == 0 || len(b.Open) > 0 || b.Matchable() {
		return nil
	}
	return usageError("--filter matches no verdict")
}

// judgedStatus returns nil if a judging ends with the exit status 0. Otherwise it returns an error, which contains the
// exit status. There are three reasons for an error:
//   - The judging did not work. Either it ended early with the error judgeErr, for example because the user interrupted
//     it, or the judge itself failed in a case (verdict JE).
//   - A file of the user contains an error. The parameter inputErr is this error. gridjudge judged only the cases
//     before it.
//   - A contestant was rejected: its verdict is not AC.
//
// If only one shard was judged (whole is false), a rejected contestant does not change the exit status. The status
// follows later from all shards together, when the user runs gridjudge merge.
func (a *app) judgedStatus(all []*results.Result, judgeErr, inputErr error, whole bool) error {
	switch failed := scoreboard.JudgeErrors(all); {
	case errors.Is(judgeErr, context.Canceled):
		return &statusError{exitInterrupted, errors.New("interrupted: what was finished is above")}
	case judgeErr != nil:
		return internalOr(judgeErr)
	case errors.As(inputErr, new(*cases.AnswerError)): // these answers are the cause of a JE
		return usageError("%w", inputErr)
	case failed > 0:
		return internalError("the judge itself failed in %s: see JE above", report.Counted(failed, "case"))
	case inputErr != nil:
		return usageError("%w", inputErr)
	case whole && scoreboard.Rejected(all) > 0:
		return unexpected()
	}
	return nil
}

// internalOr makes an error without a status an internal error.
func internalOr(err error) error {
	if err == nil || errors.As(err, new(*statusError)) {
		return err
	}
	return internalError("%w", err)
}
