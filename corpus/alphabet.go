package corpus

import (
	"slices"
	"strings"
)

// alphabet is how the cells of a size are spelt, one character each.
type alphabet struct {
	size int
	name string // as messages spell it
	code [256]uint8
}

// invalid marks the characters that an alphabet does not have.
const invalid = 0xff

// blanks are the characters that people use for an empty cell. In an alphabet
// that has 0 as a digit, 0 is no blank.
const blanks = ".-0*_x"

func newAlphabet(size int, name, digits string) *alphabet {
	a := &alphabet{size: size, name: name}
	for i := range a.code {
		a.code[i] = invalid
	}
	for i := range len(blanks) {
		a.code[blanks[i]] = 0
	}
	for i := range len(digits) {
		a.code[digits[i]] = uint8(i + 1)
		if digits[0] == '0' {
			a.code[digits[i]|0x20] = uint8(i + 1)
		}
	}
	return a
}

const capitals = "ABCDEFGHIJKLMNOPQRSTUVWXY"

// The alphabets. 16 comes in three, and as integers: which one a file means
// can be seen only where it uses enough of it.
var (
	numerals4 = newAlphabet(4, "1234", "1234")
	numerals9 = newAlphabet(9, "123456789", "123456789")
	letters16 = newAlphabet(16, capitals[:16], capitals[:16])
	hex16     = newAlphabet(16, "0123456789ABCDEF", "0123456789ABCDEF") // a-f too
	oneToG    = newAlphabet(16, "123456789ABCDEFG", "123456789ABCDEFG")
	letters25 = newAlphabet(25, capitals, capitals)

	alphabets = []*alphabet{numerals4, numerals9, letters16, hex16, oneToG, letters25}

	// Integers are no characters; these two only say how far they go.
	upTo16 = newAlphabet(16, "1-16", "")
	upTo25 = newAlphabet(25, "1-25", "")
)

// wanted is the alphabet as a message shows it.
func (a *alphabet) wanted() string { return a.name + " (. or - for empty)" }

// isBlank reports whether c stands for an empty cell.
func (a *alphabet) isBlank(c byte) bool {
	return a.code[c] == 0 && strings.IndexByte(blanks, c) >= 0
}

// spells reports whether text is a whole grid in the alphabet.
func (a *alphabet) spells(text []byte) bool {
	return len(text) == a.size*a.size && !slices.ContainsFunc(text, func(c byte) bool { return a.code[c] == invalid })
}
