package harness

import (
	"os"
	"time"

	"gridjudge/harness/results"

	"github.com/schollz/progressbar/v3"
	"golang.org/x/term"
)

// progress is a bar with the time that is left, on a terminal only.
type progress struct {
	bar  *progressbar.ProgressBar
	what string
}

func (a *app) newProgress(what string) *progress {
	p := &progress{what: what}
	if f := a.terminal(); f != nil {
		p.bar = newBar(f, 1, 0)
	}
	return p
}

// terminal is stderr where that is a terminal, else nil.
func (a *app) terminal() *os.File {
	if f, ok := a.stderr.(*os.File); ok && term.IsTerminal(int(f.Fd())) {
		return f
	}
	return nil
}

// newBar draws no more often than every throttle.
func newBar(out *os.File, total int, throttle time.Duration) *progressbar.ProgressBar {
	return progressbar.NewOptions(total,
		progressbar.OptionSetWriter(out), progressbar.OptionSetPredictTime(true), progressbar.OptionFullWidth(),
		progressbar.OptionShowCount(), progressbar.OptionClearOnFinish(), progressbar.OptionThrottle(throttle))
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

func (p *progress) tell(done, of int, cell results.Cell) {
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
