package stream

import (
	"fmt"

	"gridjudge/corpus/grids"
)

// answers writes the answers to the puzzles, and the statistics.
type answers struct {
	options *Options
	writer  *grids.Writer
	stats   *statsWriter // nil: none
}

func newAnswers(o *Options) *answers {
	a := &answers{options: o, writer: o.Format.NewGridWriter(o.Out)}
	if o.Stats != nil {
		a.stats = newStatsWriter(o.Stats)
	}
	return a
}

// write writes the answers to the puzzles of a batch that were solved. Where one was
// not, the error says why.
func (a *answers) write(b *batch) error {
	for i := range b.solved {
		r := &b.results[i]
		a.stats.add(b, i)
		grid := r.First
		if r.Solutions == 0 {
			grid = b.puzzles[i]
			a.options.Unsolvable(b.lines[i])
		}
		if err := a.writer.Write(grid); err != nil {
			return unwritten(err)
		}
	}
	switch {
	case b.panicked != nil:
		return &PanicError{a.options.Spec.Name, fmt.Sprintf("%s:%d", a.options.Name, b.lines[b.solved]), b.panicked}
	case b.solved < len(b.puzzles):
		return ErrInterrupted
	}
	return nil
}

func unwritten(err error) error { return fmt.Errorf("cannot write the answers: %w", err) }

// flush writes out what is buffered.
func (a *answers) flush() error {
	if err := a.writer.Flush(); err != nil {
		return unwritten(err)
	}
	return a.stats.flush()
}

// close ends the output.
func (a *answers) close() error {
	err := a.writer.Close()
	if err != nil {
		err = unwritten(err)
	}
	if e := a.stats.flush(); err == nil {
		err = e
	}
	return err
}
