package stream

import (
	"bufio"
	"fmt"
	"io"
	"strconv"
	"time"

	"gridjudge/solvers"
)

// statsWriter writes a line of CSV for each puzzle. A nil statsWriter has nothing to
// write.
type statsWriter struct {
	out   *bufio.Writer
	timed bool // each puzzle has a time of its own
	index int
	line  []byte
}

func newStatsWriter(out io.Writer, timed bool) *statsWriter {
	w := &statsWriter{out: bufio.NewWriterSize(out, 64<<10), timed: timed}
	w.out.WriteString("index,solutions,nodes,updates,ns\n")
	return w
}

// add writes the lines of puzzles that were solved in one call. An error stays with
// the buffered writer until flush.
func (w *statsWriter) add(results []solvers.Result, elapsed time.Duration) {
	for i := range results {
		r := &results[i]
		if r.Stopped == solvers.Cancelled {
			return
		}
		w.index++
		b := strconv.AppendInt(w.line[:0], int64(w.index), 10)
		b = strconv.AppendInt(append(b, ','), int64(r.Solutions), 10)
		b = strconv.AppendUint(append(b, ','), r.Nodes, 10)
		b = strconv.AppendUint(append(b, ','), r.Updates, 10)
		b = append(b, ',')
		if w.timed {
			b = strconv.AppendInt(b, int64(elapsed), 10)
		}
		w.line = append(b, '\n')
		w.out.Write(w.line)
	}
}

// flush writes out what is buffered.
func (w *statsWriter) flush() error {
	if w == nil {
		return nil
	}
	if err := w.out.Flush(); err != nil {
		return fmt.Errorf("cannot write the statistics: %w", err)
	}
	return nil
}
