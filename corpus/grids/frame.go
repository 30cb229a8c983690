package grids

import (
	"fmt"
	"strings"

	"gridjudge/corpus/cases"
	"gridjudge/corpus/text"
	"gridjudge/solvers"
)

// An output may contain words besides its grids. Examples are a heading before an answer, a line between two answers,
// or the word "impossible" for a puzzle without a solution. The special judge compares these words character by
// character. It judges the white space around them separately: if only the white space is wrong, the answer still
// counts as right, but the output has a presentation error.

// frame reads the words that the problem wants before an answer, such as "Scenario #1:", and the white space around
// them. After that, the output is at the first character of the answer. If the program has written other words, frame
// returns a finding that says so. In this case, too, it looks for the beginning of the answer, so that the answer can
// be checked (see readWords).
func (c *checker) frame() (wrong *cases.Finding) {
	before := c.format.out.before(c.Cases, 0, c.size)
	end := len(strings.TrimRight(before, "\n")) // of the words
	if end > 0 {
		wrong = c.readWords(before[:end])
	}
	c.Space.Gap(c.Out, before[end:])
	return wrong
}

// readWords reads the words that the problem wants at this place of the output, such as "Scenario #2:". It also checks
// the white space before and between them. It returns nil if the output has these words, and otherwise a finding. There
// is one exception: if the output ends before the words, readWords returns nil, because the function that reads the
// answer reports that.
//
// One mistake should not spoil all later answers. So after a mistake, readWords moves to the place where the answer
// probably begins. Three mistakes are common:
//   - The program has written other text, for example "Case 2:" instead of "Scenario #2:". readWords skips this text up
//     to the end of its line, because the answer should begin in the next line.
//   - The program has left out the words, and has written the answer at once. readWords concludes this from the next
//     character, if an answer can begin with it. Nothing is skipped, so that the answer is read next.
//   - The last line of the previous grid is too long. readWords skips the additional characters, and tries again in the
//     next line.
func (c *checker) readWords(words string) (wrong *cases.Finding) {
	grid, gap, first := c.last.Line, 0, true
	for i := 0; i < len(words); i++ {
		if text.IsSpace(words[i]) {
			continue
		}
		c.Space.Gap(c.Out, words[gap:i])
		at := c.Out.Place
		b, ok := c.Out.Peek()
		if ok && b == words[i] {
			c.Space.Symbol(at, words[i], b)
			c.Out.Skip()
			gap, first, c.last = i+1, false, at
			continue
		}
		if !ok && first { // who reads the answer finds that it is missing
			return wrong
		}
		wanted := strings.TrimSpace(words)
		found := at.Wrong("expected %q, got %s", wanted, c.Out.Next())
		if !first && at.Line > c.last.Line { // the program has cut the words short
			end := text.Place{Line: c.last.Line, Column: c.last.Column + 1}
			found = end.Wrong("expected %q, got the end of the line", wanted)
		}
		wrong = &found
		if first && at.Line == grid {
			wrong.Reason += fmt.Sprintf("; line %d goes on after %d characters, where a line should end", at.Line, at.Column-1)
			grid = 0
			c.skipLine()
			i--
			continue
		}
		if first && !c.beginsAnswer(b) || !first && at.Line == c.last.Line {
			c.skipLine()
		}
		return wrong
	}
	return wrong
}

// beginsAnswer reports whether an answer may begin with a character.
func (c *checker) beginsAnswer(b byte) bool {
	_, digit := solvers.Digit(c.size, b)
	return digit || c.format.none != "" && b == c.format.none[0]
}

// skipLine skips the rest of a line.
func (c *checker) skipLine() {
	for b, ok := c.Out.Peek(); ok && b != '\n'; b, ok = c.Out.Peek() {
		c.Out.Skip()
	}
}

// claimsNone reports whether the answer begins like the words for a puzzle without a solution, in any letter case.
func (c *checker) claimsNone() bool {
	b, ok := c.Out.Peek()
	return ok && c.format.none != "" && strings.EqualFold(string(rune(b)), c.format.none[:1])
}

// none reads and checks an answer in words, which says that the puzzle has no solution.
func (c *checker) none(k *Case) cases.Finding {
	at := c.Out.Place
	if wrong := c.readWords(c.format.none); wrong != nil {
		return *wrong
	}
	match, reason, _ := checkClaim(k)
	if match == cases.Right {
		return cases.Finding{Match: cases.Right}
	}
	f := at.Wrong("%s", reason)
	f.Match, f.Stored = match, k.Stored
	return f
}
