package covers_test

import (
	"fmt"
	"math"
	"strings"
	"testing"

	"gridjudge/corpus/cases"
	"gridjudge/corpus/covers"
	"gridjudge/solvers"
	"gridjudge/solvers/solverstest"
)

// TestUncertified checks that the checker's own search decides, and that it gives up if it cannot.
func TestUncertified(t *testing.T) {
	var hard strings.Builder // it has 2^40 covers
	if err := covers.WriteKnuth(&hard, solverstest.Choices(40)); err != nil {
		t.Fatal(err)
	}
	// The search finds the only cover just within its budget, and exceeds the budget while it goes back.
	const rows = 4470
	long := fmt.Sprintf("%d %[1]d\n", rows)
	for i := range rows {
		long += fmt.Sprintf("1 %d\n", i+1)
	}
	for _, c := range []struct {
		format     *covers.Format
		in, output string
		want       cases.Match
	}{
		{covers.HUST1017, long, "NO\n", cases.Wrong},
		{covers.HUST1017, sample, "3 6 4 2\nNO\n", cases.Right},
		{covers.HUST1017, sample, "NO\nNO\n", cases.Wrong},
		{covers.POJ3740, sample, "Yes, I found it\nIt is impossible\n", cases.Right},
		{covers.POJ3740, sample, "Yes, I found it\nYes, I found it\n", cases.Wrong},
		{covers.XC, sample, "1\n0\n", cases.Right},
		{covers.XC, sample, "1:4c28ef60800dd175\n0\n", cases.Wrong},
		{covers.XC, sample, "1\n0:0000000000000000\n", cases.Right},
		{covers.XC, hard.String(), "1099511627776\n", cases.JudgeDataError},
		{covers.XC, hard.String(), "5\n", cases.JudgeDataError},
		{covers.XC, hard.String(), "18446744073709551616\n", cases.JudgeDataError},
		{covers.XC, hard.String(), "1.8446744073709551616e19\n", cases.Wrong},
		{covers.XC, sample, "18446744073709551616\n0\n", cases.Wrong},
	} {
		checker := c.format.NewChecker(strings.NewReader(c.output), false)
		checker.Add(listOf(t, c.format, c.in, ""), nil)
		found, err := checker.Finish()
		if err != nil {
			t.Fatalf("%s %q: %v", c.format.Name, c.output, err)
		}
		if found.Match != c.want {
			t.Errorf("%s %q: %q, want %q: %v", c.format.Name, c.output, found.Match, c.want, found)
		}
	}
}

// TestLargeCounts certifies numbers up to 2^64-1 from files of answers, and compares them.
func TestLargeCounts(t *testing.T) {
	counts := []string{"9223372036854775807", "9223372036854775808", "18446744073709551614", "18446744073709551615", "18446744073709551616"}
	for _, stored := range counts[:4] {
		list := listOf(t, covers.XC, sample, stored+"\n0\n")
		if got := list.Certificate(0).String(); got != stored {
			t.Errorf("%s is certified as %s", stored, got)
		}
		for _, output := range counts {
			checker := covers.XC.NewChecker(strings.NewReader(output+"\n0\n"), false)
			checker.Add(list, nil)
			found, err := checker.Finish()
			if err != nil {
				t.Fatal(err)
			}
			if right := found.Match == cases.Right; right != (output == stored) || !right && found.Match != cases.Wrong {
				t.Errorf("%s is stored, and the answer %s is %q: %v", stored, output, found.Match, found)
			}
		}
	}
}

// counter is a solver that finds the cover of the sample, and says that there are many.
type counter struct{ solvers.Counts }

func (c counter) Solve(_ *solvers.Matrix, _ solvers.Limits, result *solvers.Cover) {
	result.Counts, result.First = c.Counts, []int32{5, 1, 3}
}

// TestLargeCountsOfASolver checks a solver in this process. A count beyond 64 bits contradicts every certificate.
// Without a certificate it contradicts the count of the judge's own search.
func TestLargeCountsOfASolver(t *testing.T) {
	const most = math.MaxUint64
	unknown := cases.Certificate{}
	for _, c := range []struct {
		known   cases.Certificate
		n       uint64
		stopped solvers.Stop
		want    cases.Match
	}{
		{cases.Certificate{N: 1 << 63, Is: cases.Exactly}, 1 << 63, solvers.Finished, cases.Right},
		{cases.Certificate{N: 1 << 63, Is: cases.Exactly}, 1<<63 + 1, solvers.Finished, cases.Wrong},
		{cases.Certificate{N: most, Is: cases.Exactly}, most, solvers.Finished, cases.Right},
		{cases.Certificate{N: most, Is: cases.Exactly}, most, solvers.CountOverflow, cases.Wrong},
		{cases.One, most, solvers.CountOverflow, cases.Wrong},
		{unknown, most, solvers.CountOverflow, cases.Wrong},
		{unknown, 1 << 63, solvers.Finished, cases.Wrong},
	} {
		list := listOf(t, covers.XC, sample, "")
		list.Certify(0, c.known)
		solver := counter{solvers.Counts{Solutions: c.n, Nodes: 1, Stopped: c.stopped}}
		runner := covers.XC.NewRunner(&solvers.Spec{NewCover: func() solvers.CoverSolver { return solver }})
		runner.Load(list)
		runner.Use(0)
		runner.Place([]int{0})
		limits := solvers.Limits{}
		runner.Solve(0, 1, &limits)
		if found := runner.Check(0, &limits); found.Match != c.want {
			t.Errorf("%v are certified, and %d (%v) is %q, want %q: %v", c.known, c.n, c.stopped, found.Match, c.want, found)
		}
	}
}

// TestAReasonClaimsNoMoreThanWasProven has answers deny that a matrix with three covers has one. Either nothing is
// certified, or a file of answers says what it is. If the problem does not ask for the number of covers, the judge
// knows only that there is one.
func TestAReasonClaimsNoMoreThanWasProven(t *testing.T) {
	denies := solving(func(_ *solvers.Matrix, r *solvers.Cover) { *r = solvers.Cover{Counts: solvers.Counts{Nodes: 1}} })
	const several = "4 2\n1 1\n1 2\n2 1 2\n1 2\n"
	for _, c := range []struct {
		format                *covers.Format
		denies, stored, known string
	}{
		{covers.HUST1017, "NO\n", "1 3\n", "at least 1 solution"},
		{covers.Luogu4929, "No Solution!\n", "3\n", "at least 1 solution"},
		{covers.POJ3740, "It is impossible\n", "Yes, I found it\n", "at least 1 solution"},
		{covers.XC, "0\n", "3\n", "has 3 solutions"},
	} {
		for _, answers := range []string{"", c.stored} {
			list := listOf(t, c.format, several, answers)
			checker := c.format.NewChecker(strings.NewReader(c.denies), false)
			checker.Add(list, nil)
			found, err := checker.Finish()
			if err != nil {
				t.Fatal(err)
			}
			if found.Match != cases.Wrong || !strings.Contains(found.Reason, c.known) {
				t.Errorf("%s, answers %q: output: %q: %v, want %q in it", c.format.Name, answers, found.Match, found, c.known)
			}
			runner := c.format.NewRunner(&solvers.Spec{NewCover: func() solvers.CoverSolver { return denies }})
			runner.Load(list)
			runner.Use(0)
			runner.Place([]int{0})
			runner.Solve(0, 1, &solvers.Limits{})
			if found := runner.Check(0, &solvers.Limits{}); found.Match != cases.Wrong || !strings.Contains(found.Reason, c.known) {
				t.Errorf("%s, answers %q: solver: %q: %v, want %q in it", c.format.Name, answers, found.Match, found, c.known)
			}
		}
	}
}
