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
	WhitespaceOnly Match = "white space" // right except for white space
	Wrong          Match = "wrong"
	JudgeDataError Match = "undecided" // the judge does not know the answer, and could not find it

	// Contradiction: the stored facts about the case contradict an answer that was checked, or are wrong themselves.
	Contradiction Match = "contradiction"
)

// Finding is the result of checking an output.
type Finding struct {
	Match Match `json:"match"`

	// Reason says in one line what is wrong.
	Reason string `json:"reason,omitempty"`

	// Case is the first wrong case, from 1; 0 if there is none.
	Case int `json:"case,omitempty"`

	// Line and Column are the first wrong place in the output, from 1; 0 if no text was compared. If the output is
	// right, they are a remark about white space that strict would reject (judge.Facts).
	Line   int `json:"line,omitempty"`
	Column int `json:"column,omitempty"`

	// If Match is Contradiction, Stored is the line of the file of answers that is wrong, from 1; 0 without such a
	// file.
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
