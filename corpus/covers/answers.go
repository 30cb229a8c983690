package covers

import (
	"errors"
	"fmt"
	"math"
	"strconv"
	"strings"

	"gridjudge/corpus/cases"
	"gridjudge/corpus/text"
)

// claim is what an answer says about the number of covers of a case. If the answer has rows, these were checked to be
// a cover.
type claim struct {
	covers      cases.Certificate
	fingerprint string // "" if the answer has none
	at          text.Place
}

// answers reads the answers of an output, word by word.
type answers struct {
	text.Checker
	chosen

	word  []byte     // the last word that was read, its first longestWord bytes
	at    text.Place // the place where the word begins
	fresh bool       // the word is the first of its line
	begun bool       // the answer begins in the line in which the answer before ended
	back  bool       // the word is to be read again, as the first one of the next answer
	gap   string     // what the problem writes before the next word: ends of lines, also of answers without a word
}

// longestWord is more than the longest right word has, which is a count and a fingerprint.
const longestWord = 64

// next reads the next word. gap is the white space that the problem writes before it. next returns false at the end
// of the output.
func (a *answers) next(gap string) bool {
	if a.back {
		a.back = false
		return true
	}
	line := a.Out.Place.Line
	a.Space.Gap(a.Out, gap)
	a.word, a.at = a.word[:0], a.Out.Place
	a.fresh = a.at.Line > line || a.at == text.Place{Line: 1, Column: 1}
	for b, ok := a.Out.Peek(); ok && !text.IsSpace(b); b, ok = a.Out.Peek() {
		if len(a.word) == 0 {
			a.Space.Symbol(a.at, b, b)
		}
		if len(a.word) < longestWord {
			a.word = append(a.word, b)
		}
		a.Out.Skip()
	}
	return len(a.word) > 0
}

// wrong returns a finding at the last word, and skips the rest of its line, because the next answer is expected after
// it.
func (a *answers) wrong(format string, args ...any) cases.Finding {
	for b, ok := a.Out.Peek(); ok && b != '\n' && !a.back; b, ok = a.Out.Peek() {
		a.Out.Skip()
	}
	return a.at.Wrong(format, args...)
}

// end returns the finding for an output that ends within an answer. done says which part of the answer is there.
func (a *answers) end(done string) cases.Finding {
	a.Lost = true
	return a.Out.Place.Wrong("the output ends %s", done)
}

// read reads the answer to a case.
func (a *answers) read(k *Case) (claim, cases.Finding) {
	if a.Cases > 0 {
		a.gap += "\n"
	}
	a.begin(k)
	a.begun = false
	f, none := a.format, claim{}
	if !f.count && f.yes == "" && !f.counted && a.complete() { // an empty line
		return claim{covers: cases.Certificate{N: 1, Is: cases.LowerBound}, at: a.Out.Place}, right
	}
	if !a.next(a.gap) {
		a.Lost = true
		return none, a.Out.Place.Wrong("there is no answer: the output ends before it")
	}
	a.gap, none.at, a.begun = "", a.at, a.Cases > 0 && !a.fresh
	some := claim{covers: cases.Certificate{N: 1, Is: cases.LowerBound}, at: a.at}
	switch {
	case f.count:
		return a.number()
	case a.says(f.no):
		return claim{covers: cases.None, at: none.at}, a.rest(f.no)
	case f.yes == "":
		return some, a.rows()
	case a.says(f.yes):
		return some, a.rest(f.yes)
	}
	return none, a.wrong("expected %q or %q, got %q", f.yes, f.no, a.word)
}

var right = cases.Finding{Match: cases.Right}

// says reports whether the word is the first word of a sentence, in any letter case. It also accepts several words of
// the sentence whose blanks are missing.
func (a *answers) says(sentence string) bool {
	first, _, _ := strings.Cut(sentence, " ")
	joined := strings.ReplaceAll(sentence, " ", "")
	return strings.EqualFold(string(a.word), first) || len(a.word) > len(first) && strings.HasPrefix(joined, string(a.word))
}

// rest reads the rest of a sentence whose first word has been read.
func (a *answers) rest(sentence string) cases.Finding {
	words := strings.Split(sentence, " ")
	for i := 0; i < len(words); i++ {
		if i > 0 && !a.next(" ") {
			return a.end("within " + strconv.Quote(sentence))
		}
		word := words[i]
		for last := len(words); last > i+1; last-- { // several words with no blank between them
			if strings.Join(words[i:last], "") == string(a.word) {
				a.Space.Symbol(text.Place{Line: a.at.Line, Column: a.at.Column + len(word)}, ' ', words[i+1][0])
				i = last - 1
				word = string(a.word)
				break
			}
		}
		if string(a.word) != word {
			of := strings.TrimPrefix(fmt.Sprintf(" of %q", sentence), fmt.Sprintf(" of %q", word)) // "" if the sentence is one word
			return a.wrong("%q is not %q%s", a.word, word, of)
		}
	}
	return right
}

// beyond stands for an answer whose number of covers does not fit into 64 bits. No certificate says that.
var beyond = cases.Certificate{N: math.MaxUint64, Is: cases.LowerBound}

// parse parses the word as a number without a sign. If the number is too large, n is math.MaxUint64.
func parse(word string) (n uint64, wrong string) {
	n, err := strconv.ParseUint(word, 10, 64)
	switch {
	case err == nil:
		return n, ""
	case errors.Is(err, strconv.ErrRange) || len(word) == longestWord:
		return n, fmt.Sprintf("%.20s... is beyond 64 bits", word)
	}
	return 0, fmt.Sprintf("%q is not a number", word)
}

// number reads the number of covers, and perhaps their fingerprint, from the word.
func (a *answers) number() (claim, cases.Finding) {
	count, fingerprint, ok := strings.Cut(string(a.word), ":")
	n, wrong := parse(count)
	switch {
	case wrong != "" && n == math.MaxUint64:
		return claim{covers: beyond}, a.wrong("%s: want the number of covers", wrong)
	case wrong != "":
		return claim{}, a.wrong("%s: want the number of covers", wrong)
	case ok && len(fingerprint) != len(fingerprintOf(0)):
		return claim{}, a.wrong("%q is not a fingerprint of 16 hexadecimal digits", fingerprint)
	}
	return claim{cases.Certificate{N: n, Is: cases.Exactly}, strings.ToLower(fingerprint), a.at}, right
}

// rows reads the rows of a cover after its first word has been read, and checks all of them. If the problem does not
// write their number before them, they end as soon as they are a cover.
func (a *answers) rows() cases.Finding {
	option, said := a.format.option, -1
	if a.format.counted {
		n, wrong := parse(string(a.word))
		switch {
		case wrong != "":
			return a.wrong("%s: want a number of %ss or %q", wrong, option, a.format.no)
		case n > uint64(a.k.Options()):
			return a.wrong("the answer says %d %ss, but there are only %d", n, option, a.k.Options())
		}
		said = int(n)
	}
	for first := said < 0; a.options != said && (said >= 0 || !a.complete()); first = false {
		if !first && !a.next(" ") {
			return a.end("after " + strconv.Itoa(a.options) + " " + option + "s: " + a.lacking(said))
		}
		n, wrong := parse(string(a.word))
		switch {
		case wrong != "":
			wrong += ": want the number of a " + option
		case !a.complete():
			wrong = a.add(int(min(n, 1<<31)))
		default:
			wrong = fmt.Sprintf("%s %s is one too many: those before it are a cover", option, a.word)
		}
		switch {
		case wrong != "" && a.fresh && !first:
			a.back = true // the word is the next answer rather than a part of this one
			a.Out.Return(a.Out.Place.Column - a.at.Column)
			return a.wrong("the answer to this case ends before this line: %s", a.lacking(said))
		case wrong != "":
			return a.wrong("%s", wrong)
		}
	}
	switch {
	case a.complete():
		return right
	case said >= 0 && a.more():
		return a.wrong("%s; more words follow in this line than it says: %d %ss", a.lacking(said), said, option)
	}
	return a.wrong("%s", a.lacking(said))
}

// more reports whether another word follows in the line. It skips blanks.
func (a *answers) more() bool {
	b, ok := a.Out.Peek()
	for ; ok && b != '\n' && text.IsSpace(b); b, ok = a.Out.Peek() {
		a.Out.Skip()
	}
	return ok && b != '\n'
}

// lacking says why the rows so far are not a right answer. said is the number of rows that the answer announced; -1
// if it announced none.
func (a *answers) lacking(said int) string {
	if said < 0 || a.options == said {
		return a.open()
	}
	return fmt.Sprintf("it says %d %ss, but has %d", said, a.format.option, a.options)
}
