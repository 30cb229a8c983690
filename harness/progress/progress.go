// Package progress shows how far a long piece of work has got, and when it will end. It shows this on a
// terminal only, so that files and pipes do not get it.
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

// delay is how long work must take before it is shown. Shorter work does not need a bar.
const delay = time.Second

// Display is a progress bar with the remaining time. It is safe for concurrent use.
type Display struct {
	mu       sync.Mutex
	out      io.Writer // nil if stderr is not a terminal
	start    time.Time
	throttle time.Duration // the least time between two drawings of the bar
	bar      *progressbar.ProgressBar
	total    int // the number of steps that the bar was made for
}

// New makes a display on stderr. If stderr is not a terminal, the display does not show anything.
func New(stderr io.Writer) *Display {
	d := &Display{start: time.Now(), throttle: 100 * time.Millisecond}
	if f, ok := stderr.(*os.File); ok && term.IsTerminal(int(f.Fd())) {
		d.out = f
	}
	return d
}

// Say shows the name of the current work at once, for work that is not divided into steps.
func (d *Display) Say(work string) {
	d.mu.Lock()
	d.start = time.Time{}
	d.mu.Unlock()
	d.Set(0, 0, work)
}

// Set shows that done of total steps are done. A total of 0 means that the total is unknown. The parameter work is
// the name of the current work.
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
	if d.bar != nil && (d.bar.IsFinished() || total != d.total) { // other work has begun, and a full bar does not draw any more
		_ = d.bar.Finish()
		d.bar = nil
	}
	d.total = total
	if d.bar == nil {
		d.bar = progressbar.NewOptions(length,
			progressbar.OptionSetWriter(d.out), progressbar.OptionSetPredictTime(true), progressbar.OptionFullWidth(),
			progressbar.OptionShowCount(), progressbar.OptionClearOnFinish(), progressbar.OptionThrottle(d.throttle),
			progressbar.OptionSetSpinnerChangeInterval(0)) // so that it is only drawn when Set is called
	}
	d.bar.Describe(report.Escape(work)) // escaped, because work may contain the name of a file
	_ = d.bar.Set(step)                 // if the terminal cannot be written to, the work goes on
}

// Close removes the bar from the screen.
func (d *Display) Close() {
	d.mu.Lock()
	defer d.mu.Unlock()
	if d.bar != nil {
		_ = d.bar.Finish()
	}
}
