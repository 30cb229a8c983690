package stream

import (
	"io"

	"gridjudge/corpus/grids"
)

// source reads puzzles into batches.
type source struct {
	options  *Options
	reader   *grids.Reader
	batch    *batch
	handOver handOver
	failed   error // of handOver, when the reader asked for more input
}

// handOver takes a batch, which may be empty, and returns another one to fill. waits reports whether the next read
// may wait for more input. If so, the answers to this batch and to all before it are written out without waiting for
// that read.
type handOver func(b *batch, waits bool) (*batch, error)

func newSource(o *Options) *source {
	s := &source{options: o}
	var in io.Reader = o.In
	if o.In.Waits() {
		in = waitingReader{s}
	}
	s.reader = grids.NewReader(in, o.Name, o.Format)
	return s
}

// waitingReader hands over what was read before it reads on.
type waitingReader struct{ *source }

func (r waitingReader) Read(p []byte) (int, error) {
	if r.failed = r.pass(true); r.failed != nil {
		return 0, r.failed
	}
	return r.options.In.Read(p)
}

// read reads to the end of the input, beginning with the batch b.
func (s *source) read(b *batch, handOver handOver) error {
	s.batch, s.handOver = b, handOver
	for {
		n, line := s.reader.ReadyPuzzles(s.batch.free())
		if n == 0 {
			puzzle, at, err := s.reader.NextPuzzle(s.batch.free()[0])
			if err != nil || s.failed != nil {
				return s.end(err)
			}
			s.batch.put(puzzle)
			n, line = 1, at
		}
		s.batch.add(n, line)
		if s.batch.full() {
			if err := s.pass(false); err != nil {
				return err
			}
		}
	}
}

// end hands over what is left after the reader's error.
func (s *source) end(err error) error {
	if s.failed != nil {
		return s.failed
	}
	if e := s.pass(false); e != nil || err == io.EOF {
		return e
	}
	return &InputError{err}
}

// pass hands the batch over and takes the next one.
func (s *source) pass(waits bool) error {
	next, err := s.handOver(s.batch, waits)
	if err == nil {
		next.empty()
		s.batch = next
	}
	return err
}
