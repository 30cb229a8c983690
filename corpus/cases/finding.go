package cases

import (
	"cmp"
	"fmt"
)

// Match is how an answer compares with the expected one.
type Match string

// The matches.
const (
	Unchecked      Match = ""
	Right          Match = "right"
	WhitespaceOnly Match = "white space" // right but for white space
	Wrong          Match = "wrong"
	JudgeDataError Match = "undecided" // the judge does not know the answer, and could not find it

	// Contradiction: what is stored of the case contradicts an answer that was checked, or is itself wrong.
	Contradiction Match = "contradiction"
)

// Finding is the result of checking an output.
type Finding struct {
	Match Match `json:"match"`

	// Reason says in one line what is wrong.
	Reason string `json:"reason,omitempty"`

	// Case is the first wrong case, from 1; 0 if there is none.
	Case int `json:"case,omitempty"`

	// Line and Column are the first wrong place in the output, from 1; 0 if no
	// text was compared. Of right output they are a remark (judge.Facts).
	Line   int `json:"line,omitempty"`
	Column int `json:"column,omitempty"`

	// Stored is the line, from 1, at which the file of answers is wrong if Match is Contradiction; 0 without such a file.
	Stored int `json:"-"`

	// Passed is the number of right answers, before and after the first wrong one.
	Passed int `json:"passed"`
}

// String returns the reason with its place.
func (f Finding) String() string {
	reason := cmp.Or(f.Reason, "the answer is "+string(f.Match))
	if f.Line > 0 {
		return fmt.Sprintf("line %d, column %d: %s", f.Line, f.Column, reason)
	}
	return reason
}
