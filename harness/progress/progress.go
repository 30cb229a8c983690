// Package progress shows how far long work is and when it will end: on a
// terminal, and nowhere else.
package progress

import (
	"io"
	"os"
	"sync"
	"time"

	"github.com/schollz/progressbar/v3"
	"golang.org/x/term"

	"gridjudge/harness/report"
)

// delay is how long work takes before it is shown. Shorter work needs no bar.
const delay = time.Second

// Display is a bar with the time that is left. A Display is safe for concurrent
// use.
type Display struct {
	mu       sync.Mutex
	out      io.Writer // nil: no terminal
	start    time.Time
	throttle time.Duration // between two drawings of the bar
	bar      *progressbar.ProgressBar
	total    int // of the bar
}

// New makes a display on stderr. If stderr is no terminal, the display shows nothing.
func New(stderr io.Writer) *Display {
	d := &Display{start: time.Now(), throttle: 100 * time.Millisecond}
	if f, ok := stderr.(*os.File); ok && term.IsTerminal(int(f.Fd())) {
		d.out = f
	}
	return d
}

// Say shows the name of the current work at once. It is for work that has no steps.
func (d *Display) Say(work string) {
	d.mu.Lock()
	d.start = time.Time{}
	d.mu.Unlock()
	d.Set(0, 0, work)
}

// Set shows that done of total steps are done; a total of 0 is unknown. work is the name
// of the current work.
func (d *Display) Set(done, total int, work string) {
	d.mu.Lock()
	defer d.mu.Unlock()
	if d.out == nil || d.bar == nil && time.Since(d.start) < delay {
		return
	}
	length, step := total, min(done, total)
	if total == 0 {
		length, step = -1, done // the bar becomes a spinner with a count
	}
	if d.bar != nil && (d.bar.IsFinished() || total != d.total) { // more work: what was full draws nothing any more
		_ = d.bar.Finish()
		d.bar = nil
	}
	d.total = total
	if d.bar == nil {
		d.bar = progressbar.NewOptions(length,
			progressbar.OptionSetWriter(d.out), progressbar.OptionSetPredictTime(true), progressbar.OptionFullWidth(),
			progressbar.OptionShowCount(), progressbar.OptionClearOnFinish(), progressbar.OptionThrottle(d.throttle),
			progressbar.OptionSetSpinnerChangeInterval(0)) // it draws only when it is told something
	}
	d.bar.Describe(report.Escape(work)) // the name of a file may be in it
	_ = d.bar.Set(step)                 // a terminal that cannot be written to ends no work
}

// Close takes the bar off the screen.
func (d *Display) Close() {
	d.mu.Lock()
	defer d.mu.Unlock()
	if d.bar != nil {
		_ = d.bar.Finish()
	}
}
