package harness

import (
	"fmt"
	"io"
	"slices"
	"time"

	"github.com/schollz/progressbar/v3"

	"gridjudge/harness/bench"
	"gridjudge/harness/report"
	"gridjudge/harness/results"
	"gridjudge/harness/stats"
)

// live shows on a terminal, and only there, how far a measurement is: a bar
// with the time that is left, and after each round the medians so far. It draws
// between samples, never during one.
type live struct {
	out   io.Writer
	bar   *progressbar.ProgressBar
	about *results.About
	times map[results.Cell][]float64
	lines int // of the table drawn last
	drawn time.Time
}

func (a *app) newLive(about *results.About) *live {
	l := &live{out: a.stderr, about: about, times: map[results.Cell][]float64{}, bar: a.newProgress("").bar}
	return l
}

func (l *live) show(e bench.Event) {
	if l.bar == nil {
		return
	}
	if s := e.Sample; s != nil && s.Rejected == "" {
		l.times[e.Cell] = append(l.times[e.Cell], s.PerPass(s.Time.Wall))
		if len(l.times[e.Cell]) > 1 && time.Since(l.drawn) > 2*time.Second {
			l.draw()
		}
	}
	l.bar.ChangeMax(e.Steps)
	l.bar.Describe(e.Cell.String())
	_ = l.bar.Set(e.Step)
}

// draw replaces the table drawn last by the medians of now.
func (l *live) draw() {
	_ = l.bar.Clear()
	if l.lines > 0 {
		fmt.Fprintf(l.out, "\x1b[%dA\x1b[J", l.lines)
	}
	counted := &lineCounter{out: l.out}
	_ = l.table().Render(counted, report.Text, report.StyleOf(l.out))
	l.lines, l.drawn = counted.lines, time.Now()
}

// table has a line for each set, so that it fits on a screen: what has scrolled
// away could not be drawn over.
func (l *live) table() *report.Table {
	t := &report.Table{Columns: []report.Column{{Name: "median so far"}}}
	var sets, names []string
	for i := range l.about.Cells {
		cell := l.about.Cells[i].Cell()
		if !slices.Contains(sets, cell.Set) {
			sets = append(sets, cell.Set)
		}
		if !slices.Contains(names, cell.Solver) {
			names = append(names, cell.Solver)
			t.Columns = append(t.Columns, report.Column{Name: cell.Solver})
		}
	}
	for _, set := range sets {
		row := []report.Cell{report.String(set)}
		for _, name := range names {
			median := report.None()
			if times := l.times[results.Cell{Set: set, Solver: name}]; len(times) > 0 {
				median = report.Time(time.Duration(stats.Median(times).Center))
			}
			row = append(row, median)
		}
		t.Add(row...)
	}
	return t
}

func (l *live) close() {
	if l.bar != nil {
		_ = l.bar.Finish()
		if l.lines > 0 {
			fmt.Fprintf(l.out, "\x1b[%dA\x1b[J", l.lines)
		}
	}
}

// lineCounter counts the lines that pass through it.
type lineCounter struct {
	out   io.Writer
	lines int
}

func (c *lineCounter) Write(p []byte) (int, error) {
	for _, b := range p {
		if b == '\n' {
			c.lines++
		}
	}
	return c.out.Write(p)
}
