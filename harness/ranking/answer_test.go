package ranking

import (
	"strings"
	"testing"
	"time"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"gridjudge/harness/judge"
	"gridjudge/harness/results"
)

func TestAnswer(t *testing.T) {
	rounds := func(center float64) *results.Result { return timed(around(center, 10)...) }
	once := func(seconds float64) *results.Result { return timed(seconds) }
	unjudged := func(seconds float64) *results.Result {
		r := rounds(seconds)
		r.Passed, r.Cases = 0, 0
		return r
	}
	broken := func() *results.Result {
		r := unjudged(1)
		r.Verdict, r.Samples = judge.NotJudged, nil
		return r
	}
	part := func(seconds float64) *results.Result {
		r := failing(9, seconds)
		r.Process = true
		return r
	}
	late := failing(9, 0.1)
	late.Verdict, late.Limits.Time = judge.TimeLimit, time.Millisecond
	spent := failing(9, 0.1)
	spent.Verdict = judge.TimeLimit // because of a node budget: it has no time limit
	for _, test := range []struct {
		about   string
		results map[string]*results.Result
		want    string
	}{
		{"runner-up and reference",
			map[string]*results.Result{"p/x a": timed(1, 1, 1, 1, 1, 1),
				"p/x b": timed(2, 2, 2.5, 2.5, 2.5, 3), "p/x dlx": timed(78, 79, 80, 80, 81, 82)},
			"p: a is first, 2.50x as fast as b (2.00 to 3.00) and 80.0x as fast as dlx (78.0 to 82.0)."},
		{"one of both if they are the same",
			map[string]*results.Result{"p/x a": rounds(1), "p/x dlx": rounds(2)},
			"p: a is first, 2.00x as fast as dlx (2.00 to 2.00)."},
		{"the reference first",
			map[string]*results.Result{"p/x dlx": rounds(1), "p/x b": rounds(2), "p/x c": rounds(3)},
			"p: dlx is first, 2.00x as fast as b (2.00 to 2.00)."},
		{"a shared rank, compared with the next and the reference",
			map[string]*results.Result{"p/x a": rounds(1), "p/x b": rounds(1), "p/x dlx": rounds(4)},
			"p: a, b share the first rank, because nothing decides between them; as measured, a is 1.00x as fast as b (1.00 to 1.00) and 4.00x as fast as dlx (4.00 to 4.00)."},
		{"a rank shared with the reference",
			map[string]*results.Result{"p/x a": rounds(1), "p/x dlx": rounds(1)},
			"p: a, dlx share the first rank, because nothing decides between them; as measured, a is 1.00x as fast as dlx (1.00 to 1.00)."},
		{"times of few rounds have no interval",
			map[string]*results.Result{"p/x a": timed(1, 1), "p/x b": timed(3, 3)},
			"p: a is first, 3.00x as fast as b."},
		{"one pass on one set says nothing",
			map[string]*results.Result{"p/x a": once(1), "p/x b": once(30)},
			"p: one pass of each does not settle who is fastest; rounds of gridjudge bench do."},
		{"but that a case was not passed",
			map[string]*results.Result{"p/x a": once(30), "p/x b": failing(9, 0.1)},
			"p: a is first, ahead of b by 1 case."},
		{"a limit of time is met or not by chance",
			map[string]*results.Result{"p/x a": once(30), "p/x b": late},
			"p: a is first, ahead of b by 1 case (b ran into a time limit: in another pass it may solve more)."},
		{"a limit of nodes is not",
			map[string]*results.Result{"p/x a": once(30), "p/x b": spent},
			"p: a is first, ahead of b by 1 case."},
		{"cases decide",
			map[string]*results.Result{"p/x a": rounds(1), "p/x b": failing(9, 0.1), "p/x dlx": rounds(4)},
			"p: a is first, 4.00x as fast as dlx (4.00 to 4.00)."},
		{"cases decide about the next one",
			map[string]*results.Result{"p/x a": rounds(1), "p/x b": failing(9, 0.1), "p/x dlx": failing(7, 0.1)},
			"p: a is first, ahead of b by 1 case and ahead of dlx by 3 cases."},
		{"unsolved cases cost a penalty, and no time",
			map[string]*results.Result{"p/x a": part(1), "p/x b": part(3)},
			"p (whole processes): a is first, 3.00x as fast as b, with a penalty for unsolved cases (PAR2)."},
		{"nothing passed",
			map[string]*results.Result{"p/x a": failing(0, 1), "p/x b": failing(0, 1)},
			"p: nobody passed a case."},
		{"a benchmark of go test that failed",
			map[string]*results.Result{"p/x a": unjudged(1), "p/x b": unjudged(3), "p/x c": unjudged(6), "p/y a": broken(), "p/y b": unjudged(3), "p/y c": unjudged(6)},
			"p: b is first, 2.00x as fast as c (2.00 to 2.00; by set 2.00 to 2.00)."},
		{"benchmarks of go test, which say nothing of cases",
			map[string]*results.Result{"p/x a": unjudged(1), "p/x b": unjudged(3)},
			"p: a is first, 3.00x as fast as b (3.00 to 3.00)."},
		{"sets on which another is first", map[string]*results.Result{
			"p/x a": rounds(1), "p/x b": rounds(4), "p/y a": rounds(1), "p/y b": rounds(0.5),
		}, "p: a is first, 2.25x as fast as b (2.25 to 2.25; by set 0.50 to 4.00)."},
		{"by set, the median of the ratios of the rounds", map[string]*results.Result{
			"p/x a": timed(1, 1, 1, 2, 2, 2), "p/x b": timed(2, 2, 2, 2, 2, 40), "p/y a": rounds(1), "p/y b": rounds(4),
		}, "p: a is first, 3.00x as fast as b (2.00 to 14.7; by set 2.00 to 4.00)."},
		{"several sets, and no interval", map[string]*results.Result{
			"p/x a": timed(1, 1), "p/x b": timed(4, 4), "p/y a": timed(1, 1), "p/y b": timed(2, 2),
		}, "p: a is first, 3.00x as fast as b (by set 2.00 to 4.00)."},
		{"nobody to compare with", map[string]*results.Result{"p/x a": rounds(1)}, ""},
	} {
		var order []string
		for _, name := range []string{"p/x a", "p/x b", "p/x c", "p/x dlx", "p/y a", "p/y b", "p/y c"} {
			if test.results[name] != nil {
				order = append(order, name)
			}
		}
		groups := ordered(test.results, order...)
		require.Len(t, groups, 1, test.about)
		assert.Equal(t, test.want, strings.Join(Answers(groups), "\n"), test.about)
	}
}
