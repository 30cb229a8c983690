package testset

import "gridjudge/corpus"

// Whole describes the cases of a set: for a file of the user, also those that the TestSet does not hold.
type Whole struct {
	Digest string // as corpus.Digest gives it
	Cases  int
	Lines  []LineRun // where the cases of a file of the user's start
}

// LineRun is N consecutive cases. The first one starts in line First, and each next one Step lines later.
type LineRun struct {
	First, Step, N int
}

// Whole describes all cases of the user's file if the TestSet does not hold all of them (Keep and Reread of
// Selection). Otherwise it describes s.Cases. For a Part of an embedded set, these are the cases of the part.
func (s *TestSet) Whole() Whole {
	if s.file != nil {
		return *s.file
	}
	d := newDescription()
	for i := range s.Cases {
		d.add(&s.Cases[i])
	}
	return d.whole()
}

// description describes cases that come one by one.
type description struct {
	digester *corpus.Digester
	cases    int
	lines    []LineRun
}

func newDescription() *description { return &description{digester: corpus.NewDigester()} }

func (d *description) add(c *corpus.Case) {
	d.digester.Add(c)
	d.cases++
	if n := len(d.lines); n > 0 {
		last := &d.lines[n-1]
		switch {
		case last.N == 1:
			last.Step, last.N = c.Line-last.First, 2
			return
		case c.Line == last.First+last.N*last.Step:
			last.N++
			return
		}
	}
	d.lines = append(d.lines, LineRun{First: c.Line, N: 1})
}

func (d *description) whole() Whole { return Whole{d.digester.Sum(), d.cases, d.lines} }
