package stream

import (
	"bufio"
	"fmt"
	"io"
	"strconv"
)

// statsWriter writes a line of CSV for each puzzle. A nil statsWriter has nothing to
// write.
type statsWriter struct {
	out   *bufio.Writer
	index int
}

func newStatsWriter(out io.Writer) *statsWriter {
	w := &statsWriter{out: bufio.NewWriterSize(out, 64<<10)}
	w.out.WriteString("index,solutions,nodes,updates,ns\n")
	return w
}

// add writes the line of puzzle i of a batch. An error stays with the buffered writer
// until flush.
func (w *statsWriter) add(b *batch, i int) {
	if w == nil {
		return
	}
	w.index++
	r := &b.results[i]
	line := strconv.AppendInt(w.out.AvailableBuffer(), int64(w.index), 10)
	line = strconv.AppendInt(append(line, ','), int64(r.Solutions), 10)
	line = strconv.AppendUint(append(line, ','), r.Nodes, 10)
	line = strconv.AppendUint(append(line, ','), r.Updates, 10)
	line = append(line, ',')
	if b.times != nil {
		line = strconv.AppendInt(line, int64(b.times[i]), 10)
	}
	w.out.Write(append(line, '\n'))
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
