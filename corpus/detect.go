package corpus

import (
	"errors"
	"fmt"
	"io"
	"slices"
	"strings"
)

// maxSample is how many lines of content are looked at, at most, to tell two
// layouts apart.
const maxSample = 4096

// candidates are the layouts that content may be in, the problem's own first,
// then lines in its alphabet, then the others of its size.
func candidates(p *Problem) []layout {
	var all []layout
	if p != nil {
		all = append(all, p.own, layout{lines, p.own.alphabet})
	}
	for _, a := range []*alphabet{numerals4, numerals9, letters16, hex16, oneToG, letters25} {
		all = append(all, layout{lines, a}, layout{rows, a}, layout{&tableParser{}, a})
	}
	all = append(all, layout{integers, upTo16}, layout{integers, upTo25})
	seen := map[layout]bool{}
	return slices.DeleteFunc(all, func(d layout) bool {
		drop := seen[d] || p != nil && d.alphabet.size != p.Size
		seen[d] = true
		return drop
	})
}

// errSampleEnd ends a trial on a sample that is not the whole stream.
var errSampleEnd = errors.New("the sample ends here")

// trial is what reading the sample in a layout came to.
type trial struct {
	layout
	cases []Case
	fault *Error // nil: nothing is wrong so far
}

// try reads the lines that s has ahead.
func try(d layout, s *source) trial {
	sample := *s
	if sample.end != io.EOF {
		sample.end = errSampleEnd
	}
	if _, ok := d.parser.(*tableParser); ok {
		d.parser = &tableParser{}
	}
	t := trial{layout: d}
	for {
		c, err := d.read(&sample)
		if err != nil {
			errors.As(err, &t.fault)
			return t
		}
		t.cases = append(t.cases, c)
	}
}

// detect finds the layout of what s holds by reading a growing sample in
// every candidate until one is left. A layout that belongs to p wins as soon
// as it has read one puzzle. The sample grows line by line at first, not to
// wait for more than the puzzle that a program at the other end has written.
func detect(s *source, p *Problem) (layout, error) {
	left := candidates(p)
	for want := 1; ; want += 1 + want/32*32 {
		more := s.lookAhead(want)
		var alive, failed []trial
		for _, d := range left {
			if t := try(d, s); t.fault == nil {
				alive = append(alive, t)
			} else {
				failed = append(failed, t)
			}
		}
		switch {
		case len(alive) == 0:
			return furthest(failed, p, s)
		case len(alive) == 1, p != nil && alive[0].alphabet == p.own.alphabet && len(alive[0].cases) > 0:
			return fresh(alive[0].layout), nil
		case !more || want >= maxSample:
			return decide(alive, p, s)
		}
		left = left[:0]
		for _, t := range alive {
			left = append(left, t.layout)
		}
	}
}

// fresh is d without what a trial has left in it.
func fresh(d layout) layout {
	if _, ok := d.parser.(*tableParser); ok {
		d.parser = &tableParser{}
	}
	return d
}

// furthest picks, where nothing fits, the layout that went furthest before it
// failed: reading in it gives the puzzles before the fault, and the fault. On
// one line, what the named problem says of it counts more.
func furthest(failed []trial, p *Problem, s *source) (layout, error) {
	own := func(t trial) bool {
		return p != nil && (t.layout == p.own || t.layout == layout{lines, p.own.alphabet})
	}
	best := slices.MaxFunc(failed, func(a, b trial) int {
		switch {
		case a.fault.Line != b.fault.Line:
			return a.fault.Line - b.fault.Line
		case own(a) != own(b):
			if own(a) {
				return 1
			}
			return -1
		}
		return a.fault.Column - b.fault.Column
	})
	if p == nil && len(best.cases) == 0 && best.fault.Line == s.firstContent() && !strings.HasPrefix(best.fault.Msg, "binary data") {
		return layout{}, &Error{Line: best.fault.Line, Column: best.fault.Column,
			Msg: fmt.Sprintf("no known format; the nearest is %v: %s", best.layout, best.fault.Msg)}
	}
	return fresh(best.layout), nil
}

// decide chooses between layouts that all read the sample. Those are believed
// that could hold a proper puzzle; more than one is an ambiguity.
func decide(alive []trial, p *Problem, s *source) (layout, error) {
	if !slices.ContainsFunc(alive, func(t trial) bool { return len(t.cases) > 0 }) {
		return fresh(alive[0].layout), nil // there is nothing in it
	}
	believed := slices.DeleteFunc(slices.Clone(alive), func(t trial) bool { return !plausible(t, s) })
	if len(believed) == 0 {
		believed = alive
	}
	if len(believed) == 1 || p != nil {
		return fresh(believed[0].layout), nil
	}
	names := make([]string, len(believed))
	for i, t := range believed {
		names[i] = t.layout.String()
	}
	return layout{}, &Error{Line: s.firstContent(), Column: 1,
		Msg: fmt.Sprintf("ambiguous: this may be %s; name the problem", strings.Join(names, ", or "))}
}

// plausible reports whether the sample makes sense in a layout: some puzzle
// breaks no rule and has all digits but one, as every puzzle with a single
// solution does, and all empty cells are written alike.
func plausible(t trial, s *source) bool {
	proper := slices.ContainsFunc(t.cases, func(c Case) bool {
		var seen [256]bool
		distinct := 0
		for _, d := range c.Puzzle {
			if d != 0 && !seen[d] {
				seen[d] = true
				distinct++
			}
		}
		return distinct >= t.alphabet.size-1 && c.Puzzle.Conflict() == nil
	})
	if !proper || t.parser == integers {
		return proper
	}
	var blank byte
	for _, l := range s.ahead {
		if isRule(l.text, t.alphabet.size) {
			continue
		}
		for _, c := range l.text {
			if c == '#' {
				break
			}
			if !t.alphabet.isBlank(c) || c == blank {
				continue
			}
			if blank != 0 {
				return false
			}
			blank = c
		}
	}
	return true
}

// firstContent is the number of the first line of content ahead, 0 for none.
func (s *source) firstContent() int {
	for _, l := range s.ahead {
		if len(l.text) > 0 && !isComment(l.text) {
			return l.no
		}
	}
	return 0
}

// lookAhead reads on until count lines of content are ahead; more reports
// whether the stream goes on.
func (s *source) lookAhead(count int) (more bool) {
	for _, l := range s.ahead {
		if len(l.text) > 0 && !isComment(l.text) {
			count--
		}
	}
	for count > 0 && s.end == nil {
		text, err := s.fetch()
		if err != nil {
			s.end = err
			break
		}
		s.ahead = append(s.ahead, aheadLine{slices.Clone(text), s.read})
		if len(text) > 0 && !isComment(text) {
			count--
		}
	}
	return s.end == nil
}
