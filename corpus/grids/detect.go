package grids

import (
	"bytes"
	"cmp"
	"errors"
	"fmt"
	"io"
	"slices"
	"strings"

	"gridjudge/corpus/text"
)

// A layout is detected from a sample at the start of the stream. The sample has at most this many bytes, and at most
// this many lines that are neither empty nor comments.
const (
	maxSampleBytes = 1 << 20
	maxSampleLines = 4096
)

// candidates lists the layouts that a file may have: first the problem's own layout, then lines in its alphabet, then
// all others for grids of its size.
func candidates(p *Format) []layout {
	var all []layout
	if p != nil {
		all = append(all, p.own, layout{lines, p.own.alphabet})
	}
	for _, a := range alphabets {
		all = append(all, layout{lines, a}, layout{rows, a})
		for _, separator := range separators {
			all = append(all, layout{tableParser{separator}, a})
		}
	}
	all = append(all, layout{integers, upTo16}, layout{integers, upTo25})
	seen := map[layout]bool{}
	return slices.DeleteFunc(all, func(l layout) bool {
		drop := seen[l] || p != nil && l.alphabet.size != p.Size
		seen[l] = true
		return drop
	})
}

// errSampleEnd ends a trial if the sample is not the whole stream.
var errSampleEnd = errors.New("the sample ends here")

// trial is the result of reading the sample in one layout.
type trial struct {
	layout
	cases []Case
	err   *text.Error // nil if there was no error
	table bool        // the columns of a table were found
}

// try reads the lines that s has ahead, in layout l.
func try(l layout, s *source) trial {
	sample := *s
	sample.note = nil
	if sample.end != io.EOF {
		sample.end = errSampleEnd
	}
	t := trial{layout: l}
	for {
		var c Case
		if err := l.parser.next(&sample, l.alphabet, &c); err != nil {
			t.err, _ = err.(*text.Error)
			t.table = sample.columns != nil
			return t
		}
		t.cases = append(t.cases, c)
	}
}

// detect finds the layout of a stream. It reads a sample from the beginning of the stream in every candidate layout,
// and drops the candidates that fail. As long as more than one candidate is left, it does the same with a larger
// sample. At first the sample grows line by line, because a program at the other end of a pipe may wait for an answer
// after one puzzle.
//
// If p is not nil, a layout in the alphabet of p wins as soon as it has read one puzzle. A layout in another alphabet
// is dropped as soon as it has read one, unless the sample contains a symbol that is missing from the alphabet of p.
func detect(s *source, p *Format) (*layout, error) {
	left := candidates(p)
	var failed []trial
	for want := 1; ; want += 1 + want/32*32 {
		more := s.lookAhead(want)
		var alive []trial
		left = slices.DeleteFunc(left, func(l layout) bool {
			t := try(l, s)
			switch {
			case t.err != nil:
				failed = append(failed, t)
				return true
			case p != nil && len(t.cases) > 0 && !t.foreign(p.own.alphabet):
				return true
			}
			alive = append(alive, t)
			return false
		})
		tried := slices.Concat(alive, failed)
		// If a table was found, do not read its rows as lines: lines ignore the further columns of a table, even if
		// these are wrong.
		alive = slices.DeleteFunc(alive, func(t trial) bool {
			return t.parser == lines && slices.ContainsFunc(tried, func(o trial) bool { return o.table && o.alphabet == t.alphabet })
		})
		switch {
		case len(alive) == 0:
			return furthest(failed, p, s)
		case p == nil && len(alive) == 1, p != nil && len(alive[0].cases) > 0 && (len(alive) == 1 || alive[0].alphabet == p.own.alphabet):
			return &alive[0].layout, nil
		case !more || s.sampled():
			return decide(alive, p, s)
		}
	}
}

// furthest guesses the layout of a file after detect has dropped all candidates. The usual reason is that the file
// contains a mistake. So furthest chooses the layout that could read the most lines before its first error, because the
// user most likely meant this layout. The reader then delivers the puzzles before the error, and after them the error.
// If two layouts fail in the same line, furthest prefers the layout of the named problem.
//
// In two cases furthest returns an error instead of a layout:
//   - The file begins with a bracket, and no puzzle could be read. The error then describes the arrays that can be
//     read.
//   - The error is already in the first line. The error then lists the layouts that can be read.
func furthest(failed []trial, p *Format, s *source) (*layout, error) {
	own := func(t trial) int {
		if p != nil && (t.layout == p.own || t.layout == layout{lines, p.own.alphabet}) {
			return 1
		}
		return 0
	}
	best := slices.MaxFunc(failed, func(a, b trial) int {
		return cmp.Or(a.err.Line-b.err.Line, own(a)-own(b), a.err.Column-b.err.Column)
	})
	if len(best.cases) == 0 && len(s.ahead) > 0 && bytes.ContainsAny(s.ahead[0].text[indent(s.ahead[0].text):][:1], "[{") {
		best.err.Msg += arrays
		return nil, best.err
	}
	if len(best.cases) == 0 && len(s.ahead) > 0 && best.err.Line == s.ahead[0].no {
		e := best.err
		if p == nil {
			e = unknownLayout(failed, s)
		}
		if e.Column <= best.alphabet.size*best.alphabet.size {
			e.Msg += known
		}
		return nil, e
	}
	return &best.layout, nil
}

// decide chooses between layouts that can all read the sample without an error. Some of them may be wrong, and read the
// sample only by chance. But the puzzles that a wrong layout reads usually make no sense. So decide prefers layouts in
// which at least one puzzle could have a unique solution. If several such layouts are left and no problem is named,
// decide returns an error that says that the file is ambiguous.
func decide(alive []trial, p *Format, s *source) (*layout, error) {
	if !slices.ContainsFunc(alive, func(t trial) bool { return len(t.cases) > 0 }) {
		if s.end == nil {
			return nil, &text.Error{Line: s.lines.Read, Column: 1,
				Msg: fmt.Sprintf("no puzzle up to here: a layout is detected within %d lines and 1 MiB", maxSampleLines)}
		}
		return &alive[0].layout, nil // s.end is the end of the stream, or an error in its next line
	}
	// One of two alphabets may read a digit of the other as an empty cell. For example, 0 is a digit in hexadecimal,
	// and an empty cell in A to P. Then believe the alphabet that has the digit.
	believed := slices.DeleteFunc(slices.Clone(alive), func(t trial) bool {
		more := func(o trial) bool { return o.parser == t.parser && o.givens() > t.givens() }
		return t.givens() == 0 || slices.ContainsFunc(alive, more)
	})
	if len(believed) == 0 {
		believed = alive
	}
	if len(believed) == 1 || p != nil {
		return &believed[0].layout, nil
	}
	names := make([]string, len(believed))
	for i, t := range believed {
		names[i] = t.layout.String()
	}
	return nil, &text.Error{Line: s.ahead[0].no, Column: 1,
		Msg: fmt.Sprintf("ambiguous: this may be %s; name the problem", strings.Join(names, ", or "))}
}

// foreign decides whether detect may keep this layout if the user has named a problem. A layout in another alphabet
// needs a proof: the sample must contain a digit whose character does not occur in the problem's own alphabet (the
// parameter own).
//
// For example, suppose that the problem writes its digits as A to P, and that the file contains only the characters 0
// and A to F. The file can be read without errors in two alphabets:
//   - In the problem's alphabet, the zeros are empty cells.
//   - In hexadecimal, the zeros are digits.
//
// Nothing proves that the file is hexadecimal, so foreign returns false for hexadecimal. If the file also contained the
// character 1, foreign would return true, because 1 is a hexadecimal digit and does not occur in the problem's
// alphabet.
//
// Two kinds of layouts do not need a proof, so foreign returns true: layouts in the problem's own alphabet, and layouts
// with integers.
func (t *trial) foreign(own *alphabet) bool {
	return t.alphabet == own || t.parser == integers || slices.ContainsFunc(t.cases, func(c Case) bool {
		return slices.ContainsFunc(c.Puzzle, func(d uint8) bool { return d > 0 && own.code[t.alphabet.name[d-1]] == invalid })
	})
}

// givens counts the givens in the sample, over all puzzles. It returns 0 if the sample does not make sense in this
// layout. The sample makes sense if at least one puzzle breaks no rule and has givens of nearly all digits: at most one
// digit may be missing. For example, a 9x9 puzzle needs at least 8 different digits. Every puzzle with a single
// solution passes this test. If two digits were missing, they could be swapped in the solution, and the puzzle would
// have a second one.
func (t *trial) givens() (n int) {
	proper := false
	for _, c := range t.cases {
		digits := slices.Compact(slices.Sorted(slices.Values(c.Puzzle)))
		digits = slices.DeleteFunc(digits, func(d uint8) bool { return d == 0 })
		proper = proper || len(digits) >= t.alphabet.size-1 && c.Puzzle.Conflict() == nil
		n += c.Puzzle.Givens()
	}
	if !proper {
		return 0
	}
	return n
}
