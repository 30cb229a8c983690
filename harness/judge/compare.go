package judge

import (
	"bytes"
	"fmt"
	"slices"

	"gridjudge/corpus"
	"gridjudge/solvers"
)

// Compare is the special judge: it compares a program's output with the cases that
// were its input.
//
//  1. Without white space the output must be one grid for each case. Each grid is
//     checked against givens, rules and the stored answer.
//  2. Then the layout is compared with the problem's own layout of the same grids:
//     CR LF counts as LF; trailing blanks and final newlines do not count. With
//     strict every byte counts.
//
// Finding.Case is the first case that is not right.
func Compare(p *corpus.Problem, cases []corpus.Case, output []byte, strict bool) Finding {
	c := comparison{n: p.Size, blank: blankSymbol(p), output: output, answer: make(solvers.Grid, p.Size*p.Size), places: make([]int, p.Size*p.Size)}
	var want bytes.Buffer
	w := p.NewWriter(&want)
	first := Finding{Match: Right}
	passed := 0
	for i := range cases {
		f := c.next(&cases[i])
		if f.Match == Right {
			passed++
			if err := w.Write(c.answer); err != nil {
				f = Finding{Match: JudgeDataError, Reason: err.Error()}
			}
		}
		if f.Match != Right && (first.Match == Right || first.Match == Wrong && f.Match == JudgeDataError) {
			f.Case = i + 1
			f.Reason = fmt.Sprintf("case %d: %s", i+1, f.Reason)
			first = f
		}
		if c.lost {
			break
		}
	}
	if err := w.Close(); err != nil {
		first = Finding{Match: JudgeDataError, Reason: err.Error()}
	}
	if first.Match == Right {
		first = c.layout(want.Bytes(), len(cases), strict)
	}
	first.Passed = passed
	return first
}

// comparison walks through an output.
type comparison struct {
	n      int
	blank  byte // how the problem writes an empty cell
	output []byte
	at     int          // offset of the next byte to read
	answer solvers.Grid // the last grid read
	places []int        // the offset of each of its cells
	lost   bool         // the start of the next grid is unknown
}

// next reads and checks the answer to one case.
func (c *comparison) next(k *corpus.Case) Finding {
	for i := range c.answer {
		c.skipSpace()
		if c.at == len(c.output) {
			c.lost = true
			if i == 0 {
				return c.wrong(c.at, "there is no answer: the output ends before it")
			}
			return c.wrong(c.at, "the output ends after %d of %d cells", i, len(c.answer))
		}
		b := c.output[c.at]
		d, ok := solvers.Digit(c.n, b)
		if !ok && b != '.' && b != '0' && b != '-' {
			c.lost = true
			return c.wrong(c.at, "%q is not a digit of a grid: want %s", b, solvers.Alphabet(c.n))
		}
		c.answer[i], c.places[i] = d, c.at
		c.at++
	}
	echo := slices.Contains(c.answer, 0) && slices.Equal(c.answer, k.Puzzle)
	if !echo && slices.Equal(c.answer, k.Puzzle) && c.answer.Conflict() != nil {
		// The answer to a full grid that breaks the rules is the grid itself.
		echo = true
	}
	match, reason, cell := checkGrid(k, c.answer, echo)
	if match == Right {
		return c.blanks()
	}
	f := c.wrong(c.places[cell], "%s", reason)
	f.Match = match
	expected := k.Answer
	if expected == nil && k.Unsolvable() {
		expected = k.Puzzle
	}
	if expected != nil && len(expected) == len(c.answer) && expected[cell] != c.answer[cell] {
		f.Reason = fmt.Sprintf("expected %c, got %c: %s", c.symbol(expected[cell]), c.output[c.places[cell]], reason)
	}
	return f
}

// symbol is how the problem writes a digit; 0 is an empty cell.
func (c *comparison) symbol(digit uint8) byte {
	if digit == 0 {
		return c.blank
	}
	return solvers.Symbol(c.n, digit)
}

// blanks checks how a right answer writes empty cells. Only the answer to a puzzle
// without a solution has any.
func (c *comparison) blanks() Finding {
	for i, d := range c.answer {
		if got := c.output[c.places[i]]; d == 0 && got != c.blank {
			return c.wrong(c.places[i], "expected %c, got %c: the puzzle as given is right, but an empty cell is written %c", c.blank, got, c.blank)
		}
	}
	return Finding{Match: Right}
}

// blankSymbol returns how the problem writes an empty cell.
func blankSymbol(p *corpus.Problem) byte {
	var b bytes.Buffer
	w := p.NewWriter(&b)
	// A buffer accepts everything, and the size is the problem's own.
	_ = w.Write(solvers.NewGrid(p.Size))
	_ = w.Flush()
	return b.Bytes()[0]
}

func (c *comparison) skipSpace() {
	for c.at < len(c.output) && isSpace(c.output[c.at]) {
		c.at++
	}
}

func isSpace(b byte) bool {
	return b == ' ' || b >= '\t' && b <= '\r'
}

// layout compares the white space of an output whose answers are all right.
func (c *comparison) layout(want []byte, cases int, strict bool) Finding {
	end := c.at
	c.skipSpace()
	if c.at < len(c.output) {
		return c.wrong(c.at, "more output after the answer to the last of %d cases", cases)
	}
	c.at = end
	if strict {
		if i := common(c.output, want); i < len(c.output) || i < len(want) {
			return c.whitespace(i, want, i)
		}
		return Finding{Match: Right}
	}
	for got := c.output; ; {
		gotLine, gotRest, gotMore := cutLine(got)
		wantLine, wantRest, wantMore := cutLine(want)
		if !bytes.Equal(gotLine, wantLine) {
			i := common(gotLine, wantLine)
			return c.whitespace(len(c.output)-len(got)+i, want, i)
		}
		if onlyNewlines(gotRest) && onlyNewlines(wantRest) {
			return Finding{Match: Right}
		}
		if !gotMore || !wantMore {
			return c.whitespace(len(c.output)-len(gotRest), wantRest, 0)
		}
		got, want = gotRest, wantRest
	}
}

// cutLine returns the first line of b without its newline and trailing blanks.
func cutLine(b []byte) (line, rest []byte, more bool) {
	line, rest, more = bytes.Cut(b, []byte("\n"))
	return bytes.TrimRight(line, " \t\r"), rest, more
}

// onlyNewlines reports whether nothing but blanks and ends of lines is left.
func onlyNewlines(b []byte) bool {
	return len(bytes.TrimRight(b, " \t\r\n")) == 0
}

// common returns the length of the longest common prefix of a and b.
func common(a, b []byte) int {
	i := 0
	for i < len(a) && i < len(b) && a[i] == b[i] {
		i++
	}
	return i
}

// whitespace is the finding that the output is right but for white space.
func (c *comparison) whitespace(at int, want []byte, i int) Finding {
	f := c.wrong(at, "right but for white space: expected %s, got %s", shown(want, i), shown(c.output, at))
	f.Match = WhitespaceOnly
	return f
}

// shown names the byte at i for a message.
func shown(b []byte, i int) string {
	switch {
	case i >= len(b):
		return "the end"
	case b[i] == '\n':
		return "the end of the line"
	case b[i] == ' ':
		return "a blank"
	}
	return fmt.Sprintf("%q", b[i])
}

// wrong returns a finding at an offset of the output.
func (c *comparison) wrong(at int, format string, args ...any) Finding {
	before := c.output[:at]
	return Finding{
		Match:  Wrong,
		Reason: fmt.Sprintf(format, args...),
		Line:   bytes.Count(before, []byte("\n")) + 1,
		Column: at - bytes.LastIndexByte(before, '\n'),
	}
}
