package harness

import (
	"os"

	"github.com/schollz/progressbar/v3"
	"golang.org/x/term"

	"gridjudge/harness/measure"
)

// progress is a bar with the time that is left, on a terminal only.
type progress struct {
	bar  *progressbar.ProgressBar
	what string
}

func (a *app) newProgress(what string) *progress {
	p := &progress{what: what}
	if f, ok := a.stderr.(*os.File); ok && term.IsTerminal(int(f.Fd())) {
		p.bar = progressbar.NewOptions(1,
			progressbar.OptionSetWriter(f), progressbar.OptionSetPredictTime(true), progressbar.OptionFullWidth(),
			progressbar.OptionShowCount(), progressbar.OptionClearOnFinish(), progressbar.OptionThrottle(0))
	}
	return p
}

// say shows what is being done where there is nothing to count.
func (p *progress) say(what string) {
	if p.bar != nil {
		p.bar.Describe(what)
	}
}

// rename says what is being done now, and counts from the start.
func (p *progress) rename(what string) {
	p.what = what
	if p.bar != nil {
		p.bar.Reset()
	}
}

func (p *progress) tell(done, of int, cell measure.Cell) {
	if p.bar != nil {
		p.bar.ChangeMax(of)
		p.bar.Describe(p.what + " " + cell.String())
		_ = p.bar.Set(done)
	}
}

func (p *progress) close() {
	if p.bar != nil {
		_ = p.bar.Finish()
	}
}
