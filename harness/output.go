package harness

import (
	"cmp"
	"fmt"
	"io"
	"os"
	"path/filepath"
	"slices"

	"github.com/kballard/go-shellquote"

	"gridjudge/harness/machine"
	"gridjudge/harness/report"
	"gridjudge/harness/results"
)

// render writes tables to standard output, with an empty line between two.
func (a *app) render(f *formatFlag, tables ...*report.Table) error {
	for i, t := range tables {
		if i > 0 {
			fmt.Fprintln(a.stdout)
		}
		a.caption(t, f.Format)
		if err := unwritten("table", t.Render(a.stdout, f.Format, report.StyleOf(a.stdout))); err != nil {
			return err
		}
	}
	return nil
}

// keepInput refuses an output that is one of the inputs, or a file of a recorded run.
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

// caption completes the caption of a table for LaTeX: the command that made the table, and the builds and machines
// that its numbers are from. A table without recorded runs is from this build on this machine.
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

// standard returns the standard stream that a path names, if it names one: - is standard output, and /dev/stdout and
// the like are another name for the same file. Opened by that name, the file would be truncated and then overwritten.
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

// write writes a file that a flag names.
func (a *app) write(flag, path string, data []byte) error {
	if stream := a.standard(path); stream != nil {
		_, err := stream.Write(data)
		return outputError(flag, err)
	}
	return outputError(flag, results.WriteFile(path, data))
}
