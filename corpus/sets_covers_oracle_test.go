package corpus

import (
	"fmt"
	"math"
	"strconv"
	"strings"
	"testing"

	"gridjudge/corpus/cases"
	"gridjudge/corpus/covers"
	"gridjudge/solvers"
)

// TestEmbeddedCovers confirms every stored answer of the exact cover problems: that rows are a cover, that there is a
// cover or none, the number of all covers, and their fingerprint if one is stored. With -oracle-budget 0, the oracle
// has 100,000 search calls per case, which are enough for all cases.
func TestEmbeddedCovers(t *testing.T) {
	sets, err := parseSets(embedded)
	must(t, err)
	budget := *oracleBudget
	if budget == 0 {
		budget = 100_000
	}
	confirmed := map[string]int{}
	for _, set := range sets {
		list, err := set.Load()
		must(t, err)
		matrices, ok := list.(*covers.List)
		if !ok {
			continue // the set has grids
		}
		answers := answersOf(t, set)
		if len(answers) != len(matrices.Cases) {
			t.Fatalf("%s: %d answers to %d cases", set.FullName(), len(answers), len(matrices.Cases))
		}
		for i := range matrices.Cases {
			if i%oneIn != 0 {
				continue
			}
			if wrong := confirm(&matrices.Cases[i], set.Problem.Name, answers[i], budget); wrong != "" {
				t.Errorf("%s#%d: %s", set.FullName(), i+1, wrong)
			}
			confirmed[set.Problem.Name]++
		}
	}
	for _, problem := range []string{"hust1017", "luogu4929", "poj3740", "xc"} {
		if confirmed[problem] == 0 {
			t.Errorf("%s has no set", problem)
		}
	}
}

// answersOf returns the lines of the stored answers.
func answersOf(t *testing.T, set *Set) []string {
	text, err := embedded.ReadFile(set.Problem.Name + "/" + set.Name + ".out")
	must(t, err)
	return strings.Split(strings.TrimSuffix(string(text), "\n"), "\n")
}

// confirm returns what is wrong with the stored answer to a case; "" if it is right.
func confirm(c *covers.Case, problem, answer string, budget int) string {
	o := newCoverOracle(c)
	limit := uint64(1)
	if c.Solutions.Is == cases.Exactly {
		limit = math.MaxUint64
	}
	n, decided := o.count(limit, budget)
	switch {
	case !decided:
		return "the oracle has not decided"
	case c.Solutions.Is == cases.Unknown || n < c.Solutions.N || c.Solutions.Is == cases.Exactly && n != c.Solutions.N:
		return fmt.Sprintf("%d covers (up to %d), want %v", n, limit, c.Solutions)
	}
	if c.Fingerprint != "" && c.Fingerprint != fmt.Sprintf("%016x", o.fingerprint(nil)) {
		return "the fingerprint is " + fmt.Sprintf("%016x", o.fingerprint(nil)) + ", want " + c.Fingerprint
	}
	return wrongAnswer(o, problem, answer, n)
}

// wrongAnswer returns what is wrong with an answer to a matrix with n covers, in the words of the problem.
func wrongAnswer(o *coverOracle, problem, answer string, n uint64) string {
	want := map[string]string{"hust1017": "NO", "luogu4929": "No Solution!", "poj3740": "It is impossible"}[problem]
	switch {
	case problem == "xc":
		want, answer = strconv.FormatUint(n, 10), strings.SplitN(answer, ":", 2)[0]
	case n > 0 && problem == "poj3740":
		want = "Yes, I found it"
	case n > 0:
		var rows []int
		for _, word := range strings.Fields(answer) {
			row, err := strconv.Atoi(word)
			if err != nil {
				return err.Error()
			}
			rows = append(rows, row)
		}
		if problem == "hust1017" {
			if len(rows) == 0 || rows[0] != len(rows)-1 {
				return "the number of rows is wrong: " + answer
			}
			rows = rows[1:]
		}
		return o.covers(rows)
	}
	if answer != want {
		return fmt.Sprintf("the answer is %q, want %q", answer, want)
	}
	return ""
}

// TestCoverOracle compares the oracle with known counts, and feeds it wrong answers.
func TestCoverOracle(t *testing.T) {
	pairs := &covers.Case{Matrix: solvers.Matrix{Primary: 12}} // the matchings of 12 points: 11*9*7*5*3
	for a := range int32(12) {
		for b := range a {
			pairs.Add([]int32{a, b})
		}
	}
	o := newCoverOracle(pairs)
	for _, c := range []struct {
		limit, want uint64
		budget      int
		decided     bool
	}{{math.MaxUint64, 10395, 1000, true}, {7, 7, 1000, true}, {math.MaxUint64, 0, 20, false}} {
		if n, decided := o.count(c.limit, c.budget); decided != c.decided || decided && n != c.want {
			t.Errorf("up to %d within %d calls: %d, %t, want %d, %t", c.limit, c.budget, n, decided, c.want, c.decided)
		}
	}
	second := func(n uint64, is cases.Certainty, fingerprint string) *covers.Case { // options 1 and 2, or option 3
		m := solvers.NewMatrix(2, 1, [][]int32{{0, 2}, {1}, {0, 1}, {1, 2}, {2}, nil})
		return &covers.Case{Matrix: *m, Solutions: cases.Certificate{N: n, Is: is}, Fingerprint: fingerprint}
	}
	for _, c := range []struct {
		asked   *covers.Case
		problem string
		answer  string
		wrong   bool
	}{
		{second(2, cases.Exactly, ""), "xc", "2", false},
		{second(2, cases.Exactly, ""), "xc", "3", true},
		{second(3, cases.Exactly, ""), "xc", "3", true},
		{second(2, cases.Exactly, "b1f1e6f1b1f1e6f1"), "xc", "2", true},
		{second(0, cases.Unknown, ""), "xc", "2", true},
		{second(1, cases.LowerBound, ""), "hust1017", "2 2 1", false},
		{second(1, cases.LowerBound, ""), "hust1017", "1 2 1", true},
		{second(1, cases.LowerBound, ""), "hust1017", "2 1 4", true},
		{second(1, cases.LowerBound, ""), "hust1017", "2 1 9", true},
		{second(1, cases.LowerBound, ""), "luogu4929", "3", false},
		{second(1, cases.LowerBound, ""), "luogu4929", "1", true},
		{second(1, cases.LowerBound, ""), "luogu4929", "No Solution!", true},
		{second(1, cases.LowerBound, ""), "poj3740", "Yes, I found it", false},
		{second(1, cases.LowerBound, ""), "poj3740", "It is impossible", true},
		{second(0, cases.Exactly, ""), "poj3740", "It is impossible", true},
	} {
		if got := confirm(c.asked, c.problem, c.answer, 1000); (got != "") != c.wrong {
			t.Errorf("%s, %v: the answer %q: %q, want it wrong: %t", c.problem, c.asked.Solutions, c.answer, got, c.wrong)
		}
	}
}
