package grids

import (
	"fmt"
	"io"
	"slices"

	"gridjudge/corpus/cases"
	"gridjudge/corpus/text"
	"gridjudge/solvers"
)

// checker is the special judge. It compares a program's output with the cases that were the program's input, one by
// one, in constant memory.
//
//  1. The checker first looks only at the grids. It skips white space, reads one grid for each case, and checks this
//     grid against the givens, the rules and the stored answer.
//  2. If all grids are right, the white space counts. The output must have the blanks and newlines that the problem
//     asks for. If strict is true, every byte counts. If strict is false, CR LF counts as LF, and blanks at the end of
//     a line and newlines at the end of the output are ignored.
type checker struct {
	text.Checker
	format *Format
	size   int     // of the grid of the case
	writes symbols // how the problem writes a cell

	answer  solvers.Grid // the last grid read
	symbols []byte       // its characters in the output
	places  []text.Place // their places in the output
	last    text.Place   // the place of the last character that was read as a cell; line 0 before the first one
	foreign bool         // a character of the grid is neither a digit nor an empty cell
	whole   bool         // the answer to this case is a grid, which was read whole; otherwise answer may hold an earlier one
	odd     oddLine

	searched bool // hasNone has searched
	placed   bool // firstWrong has searched
}

// oddLine describes lines that do not end where the problem ends them, in some answers in a row, so that a message
// can name the first of these lines.
type oddLine struct {
	answers int // how many answers in a row, up to the last one read, have such a line
	// last is the place of the last character of the first such line. If an end of line is missing, it is the last
	// character before the missing end.
	last  text.Place
	early bool // the line ends too early; otherwise it goes on
}

// NewChecker returns the special judge for an output.
func (f *Format) NewChecker(output io.Reader, strict bool) cases.Checker {
	cells := f.Size * f.Size
	return &checker{
		Checker: text.NewChecker(output, strict), format: f, size: f.Size, writes: newSymbols(f.Size, f.out.blank),
		answer: make(solvers.Grid, cells), symbols: make([]byte, cells), places: make([]text.Place, cells),
	}
}

// Add checks the answers to a block. If an answer is not a grid, the cases after it count as unanswered, because
// nobody knows where their answers begin.
func (c *checker) Add(block cases.Cases, each func(i int, answer []byte, f cases.Finding)) {
	list := block.(*List).Cases
	c.Check(len(list), func(i int) cases.Finding {
		f := c.next(&list[i])
		if f.Match == cases.Wrong && !c.Lost && c.whole {
			f.Reason += c.shifted(list, i)
		}
		if f.Match == cases.Wrong && c.hasNone(&list[i]) {
			if c.whole && !list[i].Unsolvable() { // only the search has shown what the right answer is
				f = c.compare(&Case{Puzzle: list[i].Puzzle, Solutions: cases.None})
			}
			f.Reason += "; this puzzle has no solution, so the answer to it is " + c.format.noneInWords()
		}
		return f
	}, each)
}

// hasNone reports whether a puzzle with a wrong answer has no solution. If this is not known, the judge searches. It
// does so only for the first wrong answer, because the search may take a second.
func (c *checker) hasNone(k *Case) bool {
	if k.Unsolvable() || k.Puzzle.Conflict() != nil {
		return true
	}
	if c.searched || k.Answer != nil || k.Solutions.Is != cases.Unknown {
		return false
	}
	c.searched = true
	n, decided := solvers.Count(k.Puzzle, 1, proofBudget)
	return decided && n == 0
}

// Finish checks the end of the output.
func (c *checker) Finish() (cases.Finding, error) { return c.End("\n" + c.format.out.after) }

// next reads and checks the answer to one case, with the words before it. A fault in these words comes before any other,
// except one in the judge's data.
func (c *checker) next(k *Case) cases.Finding {
	if c.format.mixed {
		c.size = k.Puzzle.Size()
		c.answer, c.symbols, c.places = c.answer[:len(k.Puzzle)], c.symbols[:len(k.Puzzle)], c.places[:len(k.Puzzle)]
	}
	wrong := c.frame()
	f := c.answerTo(k)
	if wrong != nil && (f.Match == cases.Right || f.Match == cases.Wrong) {
		return *wrong
	}
	return f
}

// answerTo reads and checks the answer to one case, at whose first character the output is.
func (c *checker) answerTo(k *Case) cases.Finding {
	c.whole = false
	if c.claimsNone() {
		return c.none(k)
	}
	f := c.read()
	c.whole = f.Match == cases.Right
	switch {
	case f.Match == cases.Right:
		f = c.compare(k)
	case c.foreign:
		// A character that is not a digit is wrong, but an earlier digit may be wrong, too.
		if earlier := c.compare(k); earlier.Match == cases.Wrong && (earlier.Line < f.Line || earlier.Line == f.Line && earlier.Column < f.Column) {
			earlier.Reason += "; " + f.String()
			f = earlier
		}
	}
	if f.Match == cases.Wrong {
		f.Reason += c.odd.String()
	}
	return f
}

// read reads one grid from the output, cell by cell. A program may print a wrong character in a cell, such as "?". read
// reports the first such character, but counts it as a cell and goes on, so that the answers after it can still be
// checked. With a second one, the answer does not look like a grid. There are two possibilities:
//   - It is a word in the place of an answer, such as "NO" (see word). read skips its line, because the next answer
//     should begin in the next one.
//   - Otherwise read gives up, because nobody knows where the next answer begins.
func (c *checker) read() cases.Finding {
	odd, found := false, cases.Finding{Match: cases.Right}
	c.foreign = false
	defer func() {
		if c.odd.answers++; !odd {
			c.odd.answers = 0
		}
	}()
	for i := range c.answer {
		if i > 0 {
			c.Space.Gap(c.Out, c.format.out.within(i, c.size))
		}
		b, ok := c.Out.Peek()
		at := c.Out.Place
		if !ok {
			c.Lost = true
			switch {
			case found.Match != cases.Right:
				c.cut(i, at)
				return found
			case i == 0:
				return at.Wrong("there is no answer: the output ends before it")
			}
			return at.Wrong("the output ends after %d of %d cells", i, len(c.answer))
		}
		if ended := at.Line > c.last.Line; ended != (i == 0 || c.format.out.rows && i%c.size == 0) && !odd && c.last.Line > 0 {
			odd = true
			if c.odd.answers == 0 {
				c.odd.last, c.odd.early = c.last, ended
			}
		}
		d, ok := solvers.Digit(c.size, b)
		if !ok && b != '.' && b != '0' && b != '-' && b != c.writes[0] {
			if found.Match != cases.Right {
				if c.word(i, at) {
					c.skipLine()
				} else {
					c.Lost = true
				}
				c.cut(i, at)
				return found
			}
			c.foreign = true
			found = at.Wrong("%s is not a digit of a grid: want %s", text.Quote(b), solvers.Alphabet(c.size))
		}
		c.answer[i], c.symbols[i], c.places[i], c.last = d, b, at, at
		c.Space.Symbol(at, c.writes[d], b)
		c.Out.Skip()
	}
	return found
}

// word reports whether an answer with a second wrong character, in cell i, is a word in the place of a grid. If the
// answer has a line of its own, all cells so far must be in this line. If it has a line for each row, it must begin with
// the two wrong characters: otherwise it is a grid with a faulty row, and its other rows follow.
func (c *checker) word(i int, at text.Place) bool {
	return at.Line == c.places[0].Line && (i == 1 || !c.format.out.rows)
}

// cut makes the cells from cell i on empty, because they were not read.
func (c *checker) cut(i int, at text.Place) {
	for ; i < len(c.answer); i++ {
		c.answer[i], c.symbols[i], c.places[i] = 0, ' ', at
	}
}

// String returns a hint about a typical cause of wrong answers: one line of the output is too short or too long. The
// hint contains the number of this line. Such a line shifts all answers after it. For example, if a character is
// missing, all later answers begin one character too early, and nearly all of them are wrong. The hint is added to a
// wrong answer if the line is in this answer or in the answer before.
//
// If more than two answers in a row contain such lines, no single line is to blame: the program writes all lines
// differently from what the problem asks. Then String returns "".
func (o *oddLine) String() string {
	switch {
	case o.answers < 1 || o.answers > 2:
		return ""
	case o.early:
		return fmt.Sprintf("; line %d ends after %d characters, within an answer", o.last.Line, o.last.Column)
	}
	return fmt.Sprintf("; line %d goes on after %d characters, where a line should end", o.last.Line, o.last.Column)
}

// compare checks the grid that was read.
func (c *checker) compare(k *Case) cases.Finding {
	match, reason, cell := checkGrid(k, c.answer)
	if words := c.format.none; words != "" && match == cases.Wrong && k.Unsolvable() {
		return c.places[0].Wrong("expected %q, got a grid: %s", words, reason)
	}
	if n := c.size; match == cases.Wrong && c.answer[cell] == 0 && !k.Unsolvable() {
		reason = fmt.Sprintf("row %d, column %d has %c where a digit should be, one of %s", cell/n+1, cell%n+1, c.symbols[cell], solvers.Alphabet(n))
	}
	if match != cases.Right && slices.Equal(c.answer, k.Puzzle) && c.format.none == "" {
		match, reason, cell = checkClaim(k) // an answer that is the puzzle as given claims that there is no solution
		reason = "the answer is the puzzle as given: " + reason
	}
	if match == cases.Right && c.format.least && !k.Unsolvable() {
		match, reason, cell = checkLeast(k, c.answer)
		if match == cases.Wrong {
			return c.places[cell].Wrong("%s", reason)
		}
	}
	if match == cases.Right {
		return c.blanks()
	}
	if match == cases.Wrong {
		cell, reason = c.place(k, cell, reason)
	}
	f := c.places[cell].Wrong("%s", reason)
	f.Match, f.Stored = match, k.Stored
	return f
}

// place improves the message about a wrong answer: it looks for the first wrong cell. The caller passes a cell (shown)
// in which the answer breaks a rule or changes a given. But the program may have gone wrong in an earlier cell. There
// are two ways to find the first wrong cell:
//   - If the case is certified to have only one right answer, place compares the two answers.
//   - Otherwise place has to search (see firstWrong). The search takes time, so place only does it for the first wrong
//     answer of an output. For later answers, and if the search fails, place returns the cell that the caller passed.
//
// The returned reason names the digit expected in the cell, if only one digit is possible there.
func (c *checker) place(k *Case, shown int, reason string) (cell int, why string) {
	want := uint8(0)
	only := k.Unsolvable() || k.Solutions == cases.One
	switch answer := k.Output(); {
	case only && answer != nil:
		cell = differs(answer, c.answer)
		want = answer[cell]
	case c.placed:
		return shown, reason
	default:
		c.placed, only = true, false
		if cell, want = firstWrong(k.Puzzle, c.answer, shown); want == 0 && cell < shown {
			return cell, "no solution begins like this: " + reason
		}
	}
	if want == 0 && !only {
		return cell, reason
	}
	return cell, fmt.Sprintf("expected %c, got %c: %s", c.writes[want], c.symbols[cell], reason)
}

// shifted recognizes an answer that belongs to another case. For example, if a program leaves out one answer, each
// later answer is compared with the wrong case. So if the answer to case i is wrong, shifted tests whether this answer
// solves the next or the previous case of the block. If it does, shifted returns a hint that says so, and otherwise "".
//
// There is one exception: if the answer does solve case i, shifted returns "", because then the certificate of case i
// is wrong, not the answer.
func (c *checker) shifted(list []Case, i int) string {
	switch {
	case solvers.Check(list[i].Puzzle, c.answer) == nil:
	case i+1 < len(list) && solvers.Check(list[i+1].Puzzle, c.answer) == nil:
		return "; it solves the next case: an answer may be missing"
	case i > 0 && solvers.Check(list[i-1].Puzzle, c.answer) == nil:
		return "; it solves the case before: an answer may be there twice"
	}
	return ""
}

// blanks checks how a right answer writes empty cells. Only the answer to a puzzle without a solution has empty
// cells.
func (c *checker) blanks() cases.Finding {
	blank := c.writes[0]
	for i, d := range c.answer {
		if got := c.symbols[i]; d == 0 && got != blank {
			return c.places[i].Wrong("expected %c, got %c: the puzzle as given is right, but an empty cell is written %c", blank, got, blank)
		}
	}
	return cases.Finding{Match: cases.Right}
}
