package grids

import "slices"

// alphabet maps the characters of a file to cells, one character per cell, for grids of one size.
type alphabet struct {
	size int
	name string     // in messages
	code [256]uint8 // per character: 0 for empty, a digit, or invalid
}

// invalid is the code of a character that is not in the alphabet.
const invalid = 0xff

// blanks are the characters that files use for an empty cell. In an alphabet with the digit 0, 0 is not a blank. All
// blanks of a puzzle must be the same character, because one of two may be meant as a digit.
const blanks = ".-0*_x?"

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

// The alphabets. For 16x16 there are three, and integers as well. A file shows which one it uses only if it contains
// enough different digits.
var (
	numerals4 = newAlphabet(4, "1234", "1234")
	numerals9 = newAlphabet(9, "123456789", "123456789")
	letters16 = newAlphabet(16, capitals[:16], capitals[:16])
	hex16     = newAlphabet(16, "0123456789ABCDEF", "0123456789ABCDEF") // a-f as well
	oneToG    = newAlphabet(16, "123456789ABCDEFG", "123456789ABCDEFG")
	letters25 = newAlphabet(25, capitals, capitals)

	alphabets = []*alphabet{numerals4, numerals9, letters16, hex16, oneToG, letters25}

	// These two stand for integers up to the size.
	upTo16 = newAlphabet(16, "1-16", "")
	upTo25 = newAlphabet(25, "1-25", "")
)

// wanted describes the alphabet for a message.
func (a *alphabet) wanted() string {
	empty := ""
	for _, c := range []byte(blanks) {
		if a.code[c] == 0 {
			empty += string(c) + " "
		}
	}
	return a.name + " (" + empty + "for empty)"
}

// spells reports whether text is a whole grid in the alphabet.
func (a *alphabet) spells(text []byte) bool {
	return len(text) == a.size*a.size && !slices.ContainsFunc(text, func(c byte) bool { return a.code[c] == invalid })
}
