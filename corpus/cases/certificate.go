package cases

import (
	"crypto/sha256"
	"encoding/hex"
	"fmt"
	"math"
	"strconv"
)

// Certificate says what is known about the number of solutions of a case. The zero Certificate says that nothing is
// known.
type Certificate struct {
	N  uint64
	Is Certainty
}

// Certainty says how N and the number of solutions are related.
type Certainty uint8

// The certainties.
const (
	Unknown    Certainty = iota // nothing was counted
	Exactly                     // N is the number
	LowerBound                  // the number is at least N
)

// None certifies that a case has no solution. One certifies that a case has a single solution.
var None, One = Certificate{0, Exactly}, Certificate{1, Exactly}

// String returns the number for people, such as "2 or more".
func (c Certificate) String() string {
	switch c.Is {
	case Unknown:
		return "not counted"
	case LowerBound:
		return fmt.Sprintf("%d or more", c.N)
	case Exactly:
	}
	return strconv.FormatUint(c.N, 10)
}

// Append appends the certificate in the form that the lines of a digest have: ? for unknown, + after a lower bound.
func (c Certificate) Append(line []byte) []byte {
	switch c.Is {
	case Unknown:
		return append(line, '?')
	case LowerBound:
		return append(strconv.AppendUint(line, c.N, 10), '+')
	case Exactly:
	}
	return strconv.AppendUint(line, c.N, 10)
}

// InWords returns the number in words, such as "at least 2 solutions".
func (c Certificate) InWords() string {
	if c.Is == LowerBound {
		return "at least " + InWords(c.N)
	}
	return InWords(c.N)
}

// InWords returns a number of solutions in words, such as "1 solution".
func InWords(n uint64) string {
	if n == 1 {
		return "1 solution"
	}
	return fmt.Sprintf("%d solutions", n)
}

// Digest returns the SHA-256 of the lines of a list of cases.
func Digest(list Cases) string {
	hash := sha256.New()
	list.Digest(hash)
	return "sha256:" + hex.EncodeToString(hash.Sum(nil))
}

// Range returns the least and the largest of n values, such as "17 to 30", or "17" if all are equal.
func Range(n int, value func(i int) int) string {
	least, most := math.MaxInt, math.MinInt
	for i := range n {
		least, most = min(least, value(i)), max(most, value(i))
	}
	if least == most {
		return strconv.Itoa(least)
	}
	return fmt.Sprintf("%d to %d", least, most)
}
