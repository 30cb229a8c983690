package harness

import (
	"github.com/kballard/go-shellquote"

	"gridjudge/harness/machine"
	"gridjudge/harness/report"
)

// caption completes the caption of a table for LaTeX: the command that made the table, and the builds and machines
// that its numbers are from. A table without recorded runs is from this build on this machine.
func (a *app) caption(t *report.Table, f report.Format) {
	if f != report.LaTeX {
		return
	}
	if t.Caption == "" {
		t.Caption = machine.ThisMachine().Caption(machine.Revision())
	}
	t.Caption = "Made by " + shellquote.Join(a.command()...) + ". " + t.Caption
}
