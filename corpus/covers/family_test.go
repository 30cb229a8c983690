package covers_test

import (
	"bytes"
	"errors"
	"io"
	"math"
	"math/rand/v2"
	"strings"
	"testing"

	"gridjudge/corpus/cases"
	"gridjudge/corpus/covers"
	"gridjudge/solvers/solverstest"
)

// sample is Knuth's example in the layout of HUST 1017, and a matrix without a cover.
const sample = "6 7\n3 1 4 7\n2 1 4\n3 4 5 7\n3 3 5 6\n4 2 3 6 7\n2 2 7\n2 2\n1 1\n1 1\n"

// listOf reads all cases of a text.
func listOf(t *testing.T, f *covers.Format, in, answers string) cases.Cases {
	t.Helper()
	list, err := load(f, strings.NewReader(in), answers)
	if err != nil {
		t.Fatalf("%s: %v", f.Name, err)
	}
	return list
}

func load(f *covers.Format, in io.Reader, answers string) (list cases.Cases, err error) {
	var out *cases.Source
	if answers != "" {
		out = &cases.Source{Name: "out", In: strings.NewReader(answers)}
	}
	r := f.NewReader(cases.Source{Name: "in", In: in}, out)
	block, err := r.Next(2)
	for ; err == nil; block, err = r.Next(2) {
		list = block.AppendTo(list)
	}
	if err == io.EOF {
		err = nil
	}
	return list, err
}

// TestAMissingAnswerBeginsNowhere: its reason does not mention that the answer before it began in the line of another
// one.
func TestAMissingAnswerBeginsNowhere(t *testing.T) {
	checker := covers.HUST1017.NewChecker(strings.NewReader("3 6 4 2 NO"), false)
	checker.Add(listOf(t, covers.HUST1017, sample+sample, ""), nil)
	found, err := checker.Finish()
	if err != nil {
		t.Fatal(err)
	}
	if want := "case 3: there is no answer: the output ends before it"; found.Reason != want {
		t.Errorf("%v, want %s", found, want)
	}
}

// TestVerdicts checks that each kind of wrong answer is named, with its place.
func TestVerdicts(t *testing.T) {
	for _, c := range []struct {
		format         *covers.Format
		output, reason string // about the first case that is not right; "" if all are right
		line, column   int
	}{
		{covers.HUST1017, "3 6 4 2\nNO\n", "", 0, 0},
		{covers.HUST1017, "3 6 4 2\r\nNO", "", 0, 0},
		{covers.HUST1017, "3 6 4  2\nNO\n", "right but for white space: expected '2', got a blank", 1, 7},
		{covers.HUST1017, "3 6 4\n2\nNO\n", "right but for white space: expected a blank, got the end of the line", 1, 6},
		{covers.HUST1017, "3 2 4 7\nNO\n", "case 1: there is no row 7: the rows are 1 to 6", 1, 7},
		{covers.HUST1017, "3 2 4 0\nNO\n", "case 1: there is no row 0: the rows are 1 to 6", 1, 7},
		{covers.HUST1017, "3 2 4 2\nNO\n", "case 1: row 2 is chosen twice", 1, 7},
		{covers.HUST1017, "3 2 4 5\nNO\n", "case 1: rows 4 and 5 both have column 3", 1, 7},
		{covers.HUST1017, "2 2 4\nNO\n", "case 1: no chosen row has column 2", 1, 5},
		{covers.HUST1017, "2 2 4 6\nNO\n", "case 1: no chosen row has column 2; more words follow in this line than it says: 2 rows", 1, 5},
		{covers.HUST1017, "4 2 4 6\nNO\n", "case 1: the answer to this case ends before this line: it says 4 rows, but has 3", 2, 1},
		{covers.HUST1017, "4 2 4 6", "case 1: the output ends after 3 rows: it says 4 rows, but has 3", 1, 8},
		{covers.HUST1017, "4 2 4 6 1\nNO\n", "case 1: row 1 is one too many: those before it are a cover", 1, 9},
		{covers.HUST1017, "7 2 4 6\nNO\n", "case 1: the answer says 7 rows, but there are only 6", 1, 1},
		{covers.HUST1017, "-3 2 4 6\nNO\n", "case 1: \"-3\" is not a number: want a number of rows or \"NO\"", 1, 1},
		{covers.HUST1017, "NO\nNO\n", "case 1: the answer is that there is no cover; the case has 1 solution", 1, 1},
		{covers.HUST1017, "no\nNO\n", "case 1: \"no\" is not \"NO\"; the case has a cover", 1, 1},
		{covers.Luogu4929, "NO\nNo Solution!\n", "case 1: \"NO\" is not \"No\" of \"No Solution!\"; the case has a cover", 1, 1},
		{covers.HUST1017, "3 6 4 2 1\nNO\n", "case 2: the answer to this case ends before this line: it says 1 rows, but has 0; the case has no cover; " +
			"this answer begins in the line of the one before, which may have a word too many", 2, 1},
		{covers.HUST1017, "3 6 4 2\n1 1\n", "case 2: no chosen row has column 2; the case has no cover", 2, 3},
		{covers.HUST1017, "3 6 4 2\n", "case 2: there is no answer: the output ends before it", 2, 1},
		{covers.HUST1017, "3 6 4 2\nNO\nNO\n", "more output after the answer to case 2, the last", 3, 1},
		{covers.HUST1017, "", "case 1: there is no answer: the output ends before it", 1, 1},
		{covers.HUST1017, strings.Repeat("9", 70), "case 1: 99999999999999999999... is beyond 64 bits: want a number of rows or \"NO\"", 1, 1},
		{covers.Luogu4929, "6 4 2\nNo Solution!\n", "", 0, 0},
		{covers.Luogu4929, "6\n4 2\nNo Solution!\n", "right but for white space: expected a blank, got the end of the line", 1, 2},
		{covers.Luogu4929, "6 4\nNo Solution!\n", "case 1: the answer to this case ends before this line: no chosen row has column 1", 2, 1},
		{covers.Luogu4929, "6 4 2\nNo solution!\n", "case 2: \"solution!\" is not \"Solution!\" of \"No Solution!\"", 2, 4},
		{covers.Luogu4929, "6 4 2 3\nNo Solution!\n", "case 2: rows 3", 0, 0},
		{covers.POJ3740, "Yes, I found it\nIt is impossible\n", "", 0, 0},
		{covers.POJ3740, "Yes, I found it\nYes, I found it\n", "case 2: the answer is that there is a cover; the case has 0 solutions", 2, 1},
		{covers.POJ3740, "Yes,I found it\nIt is impossible\n", "right but for white space: expected a blank, got 'I'", 1, 5},
		{covers.POJ3740, "Yes, I foundit\nItisimpossible\n", "right but for white space: expected a blank, got 'i'", 1, 13},
		{covers.POJ3740, "Yes, I found it\nItisimpossible\n", "right but for white space: expected a blank, got 'i'", 2, 3},
		{covers.POJ3740, "Yes,I saw it\nIt is impossible\n", "case 1: \"saw\" is not \"found\" of \"Yes, I found it\"", 1, 7},
		{covers.POJ3740, "Yes,If\nIt is impossible\n", "case 1: \"Yes,If\" is not \"Yes,\" of \"Yes, I found it\"", 1, 1},
		{covers.Luogu4929, "6 4 2\nNoSolution!\n", "right but for white space: expected a blank, got 'S'", 2, 3},
		{covers.POJ3740, "Yes\nIt is impossible\n", "case 1: expected \"Yes, I found it\" or \"It is impossible\", got \"Yes\"", 1, 1},
		{covers.XC, "1\n0\n", "", 0, 0},
		{covers.XC, "2\n0\n", "case 1: the answer is 2 solutions; the case has 1 solution", 1, 1},
		{covers.XC, "18446744073709551615\n0\n", "case 1: the answer is 18446744073709551615 solutions; the case has 1 solution", 1, 1},
		{covers.XC, "18446744073709551616\n0\n", "case 1: 18446744073709551616... is beyond 64 bits: want the number of covers", 1, 1},
		{covers.XC, "1:0123456789abcdef\n0\n", "case 1: the fingerprint of the covers is ", 1, 1},
		{covers.XC, "1:0\n0\n", "case 1: \"0\" is not a fingerprint of 16 hexadecimal digits", 1, 1},
	} {
		list := listOf(t, c.format, sample, "")
		list.Certify(0, cases.One)
		list.Certify(1, cases.None)
		checker := c.format.NewChecker(strings.NewReader(c.output), false)
		checker.Add(list, nil)
		found, err := checker.Finish()
		if err != nil {
			t.Fatalf("%s %q: %v", c.format.Name, c.output, err)
		}
		if strings.HasPrefix(c.reason, "case 2: rows 3") { // a row too many begins the next answer
			if found.Match != cases.Wrong {
				t.Errorf("%s %q: %q, want %q: %v", c.format.Name, c.output, found.Match, cases.Wrong, found)
			}
			continue
		}
		if right := c.reason == ""; (found.Match == cases.Right) != right {
			t.Errorf("%s %q: %q, want right: %t: %v", c.format.Name, c.output, found.Match, right, found)
		}
		if !strings.HasPrefix(found.Reason, c.reason) {
			t.Errorf("%s %q: %s, want %s", c.format.Name, c.output, found.Reason, c.reason)
		}
		if got, want := [2]int{found.Line, found.Column}, [2]int{c.line, c.column}; got != want {
			t.Errorf("%s %q: line and column %d, want %d: %s", c.format.Name, c.output, got, want, found.Reason)
		}
	}
}

// TestAnswers reads files of answers, which certify, and checks that wrong ones are refused.
func TestAnswers(t *testing.T) {
	atLeastOne := cases.Certificate{N: 1, Is: cases.LowerBound}
	for _, c := range []struct {
		format  *covers.Format
		answers string
		want    cases.Certificate
	}{
		{covers.HUST1017, "3 2 4 6\nNO\n", atLeastOne},
		{covers.Luogu4929, "2 4 6\nNo Solution!\n", atLeastOne},
		{covers.POJ3740, "Yes, I found it\nIt is impossible\n", atLeastOne},
		{covers.XC, "1\n0\n", cases.One},
	} {
		list := listOf(t, c.format, sample, c.answers)
		for i, want := range []cases.Certificate{c.want, cases.None} {
			if got := list.Certificate(i); got != want {
				t.Errorf("%s: case %d has %v solutions, want %v", c.format.Name, i+1, got, want)
			}
		}
		if got := cases.Digest(list); got == cases.Digest(listOf(t, c.format, sample, "")) {
			t.Errorf("%s: the digest %s is that without answers", c.format.Name, got)
		}
	}
	for answers, want := range map[string]string{
		"3 2 4 5\nNO\n":         "out:1:7: answer 1: rows 4 and 5 both have column 3",
		"3 2 4 6\n":             "out:2:1: answer 2: there is no answer: the output ends before it",
		"3 2 4 6\nNO\nNO\n":     "out:3:1: more output after the answer to case 2, the last",
		"\x1f\x8b 3 2 4 6\nNO ": "out: damaged gzip file",
	} {
		_, err := load(covers.HUST1017, strings.NewReader(sample), answers)
		if !says(err, want) {
			t.Fatalf("%q: error %v, want one with %q", answers, err, want)
		}
		if as, ok := errors.AsType[*cases.AnswerError](err); !ok {
			t.Fatalf("%q: error %v, want a %T", answers, err, as)
		}
	}
	_, err := load(covers.HUST1017, strings.NewReader("a b | c\na c\nb\n"), "")
	if want := "secondary items, which this problem has not"; !says(err, want) {
		t.Errorf("error %v, want one with %q", err, want)
	}
}

// TestPermuteKeepsTheCount compares the numbers of covers, and checks that the matrix is another one.
func TestPermuteKeepsTheCount(t *testing.T) {
	r := rand.New(rand.NewPCG(27, 3))
	list, other := &covers.List{Format: covers.XC}, 0
	for i := range 300 {
		random := solverstest.RandomMatrix
		if i%2 == 1 {
			random = solverstest.RandomColored
		}
		list.Cases = append(list.Cases, covers.Case{Matrix: *random(r)})
	}
	list.Cases[3].Solutions = cases.Certificate{N: 1 << 30, Is: cases.Exactly} // more than the judge can count
	permuted := list.Permute(r, r.Perm(300)[:200]).(*covers.List)
	if got := len(permuted.Cases); got != 200 {
		t.Fatalf("%d permuted cases, want 200", got)
	}
	permuted = list.Permute(r, []int{0, 1, 2, 3, 4, 5, 6, 7, 8, 9}).(*covers.List)
	for i := range permuted.Cases {
		a, b := &list.Cases[i].Matrix, &permuted.Cases[i].Matrix
		if err := b.Valid(); err != nil {
			t.Fatalf("%v permuted: %v", *a, err)
		}
		want, got := solverstest.CountCovers(a, math.MaxUint64), solverstest.CountCovers(b, math.MaxUint64)
		if got != want {
			t.Errorf("%v has %d covers, want %d as %v", *b, got, want, *a)
		}
		if !a.Equal(b) {
			other++
		}
	}
	if got, want := permuted.Certificate(3), list.Cases[3].Solutions; got != want {
		t.Errorf("the permuted case has %v solutions, want %v", got, want)
	}
	if other <= 5 {
		t.Errorf("%d matrices are others, want more than 5", other)
	}
}

// TestColorsInDigests: colours are a part of the digest, whatever their names are. The digest of a matrix without colours
// is the same as before there were any.
func TestColorsInDigests(t *testing.T) {
	digest := func(in string) string { return cases.Digest(listOf(t, covers.XC, in, "")) }
	const plain = "a | x\na x\na\n"
	if got, want := digest(plain), "sha256:15ddde2cb67c95be46ebee735a913d065ea6e2a4916759e20476fe0f3413abbc"; got != want {
		t.Errorf("the digest of a matrix without colours is %s, want %s", got, want)
	}
	red, other := digest("a | x\na x:red\na\n"), digest("a | x\na x:red\na x:blue\n")
	if red == digest(plain) || red == other || other == digest("a | x\na x:red\na x:red\n") {
		t.Error("matrices with different colours have the same digest")
	}
	if got := digest("p xcc 1 1\n1 2 -9 0\n1 2 -3 0\n"); got != other {
		t.Errorf("the digest is %s if colours are numbers, and %s if they are names", got, other)
	}
}

// FuzzChecker gives any output to the checker. The checker must end, and the place that it finds must be within the
// output.
func FuzzChecker(f *testing.F) {
	for _, output := range []string{"3 2 4 6\nNO\n", "2 4 6\nNo Solution!\n", "Yes, I found it\nIt is impossible\n", "1\n0:0\n", "9\n\r\n "} {
		for format := range 4 {
			f.Add(uint8(format), []byte(output))
		}
	}
	formats := []*covers.Format{covers.HUST1017, covers.Luogu4929, covers.POJ3740, covers.XC}
	f.Fuzz(func(t *testing.T, which uint8, output []byte) {
		format := formats[int(which)%len(formats)]
		for _, strict := range []bool{false, true} {
			checker := format.NewChecker(bytes.NewReader(output), strict)
			answers := 0
			list := listOf(t, format, sample, "")
			checker.Add(list, func(int, []byte, cases.Finding) { answers++ })
			if answers != 2 {
				t.Fatalf("%s %q: %d answers, want 2", format.Name, output, answers)
			}
			checker = format.NewChecker(bytes.NewReader(output), strict)
			checker.Add(list, nil)
			found, err := checker.Finish()
			if err != nil {
				t.Fatalf("%s %q: %v", format.Name, output, err)
			}
			if lines := bytes.Count(output, []byte("\n")) + 1; found.Line > lines {
				t.Fatalf("%s %q: %v, but there are %d lines", format.Name, output, found, lines)
			}
			if (found.Match == cases.Right) != (found.Reason == "") {
				t.Fatalf("%s %q: %q with the reason %q", format.Name, output, found.Match, found.Reason)
			}
		}
	})
}
