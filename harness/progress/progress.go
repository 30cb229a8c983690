// Package progress shows how far long work is and when it will end: on a
// terminal, and nowhere else.
package progress

import (
	"bytes"
	"fmt"
	"io"
	"os"
	"sync"
	"time"

	"github.com/schollz/progressbar/v3"
	"golang.org/x/term"
)

const (
	// delay is how long work takes before it is shown. Shorter work needs no bar.
	delay = time.Second

	// redraw is how long the text above the bar stays the same.
	redraw = 2 * time.Second
)

// Display is a bar with the time that is left. A Display is safe for concurrent
// use. The zero value shows nothing.
type Display struct {
	mu    sync.Mutex
	out   io.Writer // nil: no terminal
	start time.Time
	total int // 0: unknown
	done  int
	bar   *progressbar.ProgressBar

	throttle time.Duration // between two drawings of the bar

	above func(io.Writer) // draws the text above the bar; nil: none
	lines int             // of that text, as drawn last
	drawn time.Time
}

// New makes a display of total steps on stderr; 0 if the number is unknown. If stderr is
// no terminal, the display shows nothing.
func New(stderr io.Writer, total int) *Display {
	d := &Display{total: total, start: time.Now(), throttle: 100 * time.Millisecond}
	if f, ok := stderr.(*os.File); ok && term.IsTerminal(int(f.Fd())) {
		d.out = f
	}
	return d
}

// Above shows the text that draw writes above the bar, and calls draw again every
// two seconds. The text must fit on the screen: lines that have scrolled away cannot
// be replaced.
func (d *Display) Above(draw func(io.Writer)) { d.above = draw }

// Add counts n more steps as done. work is the name of the current work.
func (d *Display) Add(n int, work string) {
	d.mu.Lock()
	defer d.mu.Unlock()
	d.show(d.done+n, d.total, work)
}

// Set shows that done of total steps are done; a total of 0 is unknown. work is the name
// of the current work.
func (d *Display) Set(done, total int, work string) {
	d.mu.Lock()
	defer d.mu.Unlock()
	d.show(done, total, work)
}

// Say shows the name of the current work at once, and counts no step. It is for work
// that has no steps.
func (d *Display) Say(work string) {
	d.mu.Lock()
	defer d.mu.Unlock()
	d.start = time.Time{}
	d.show(d.done, d.total, work)
}

func (d *Display) show(done, total int, work string) {
	d.done, d.total = done, total
	if d.out == nil || d.bar == nil && time.Since(d.start) < delay {
		return
	}
	length, step := total, min(done, total)
	if total == 0 {
		length, step = -1, done // the bar becomes a spinner with a count
	}
	if d.bar == nil {
		d.bar = progressbar.NewOptions(length,
			progressbar.OptionSetWriter(d.out), progressbar.OptionSetPredictTime(true), progressbar.OptionFullWidth(),
			progressbar.OptionShowCount(), progressbar.OptionClearOnFinish(), progressbar.OptionThrottle(d.throttle),
			progressbar.OptionSetSpinnerChangeInterval(0)) // it must not write while the text above is drawn
	}
	if d.above != nil && time.Since(d.drawn) > redraw {
		d.draw()
	}
	d.bar.ChangeMax(length)
	d.bar.Describe(work)
	_ = d.bar.Set(step) // a terminal that cannot be written to ends no work
}

// draw replaces the text above the bar.
func (d *Display) draw() {
	_ = d.bar.Clear()
	d.erase()
	var text bytes.Buffer
	d.above(&text)
	_, _ = d.out.Write(text.Bytes())
	d.lines, d.drawn = bytes.Count(text.Bytes(), []byte("\n")), time.Now()
}

// erase takes the text above the bar off the screen.
func (d *Display) erase() {
	if d.lines > 0 {
		fmt.Fprintf(d.out, "\x1b[%dA\x1b[J", d.lines)
		d.lines = 0
	}
}

// Close takes the bar and the text above it off the screen.
func (d *Display) Close() {
	d.mu.Lock()
	defer d.mu.Unlock()
	if d.bar != nil {
		_ = d.bar.Finish()
		d.erase()
	}
}
