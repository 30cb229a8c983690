package compare

import (
	"fmt"
	"math"
	"strings"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"gridjudge/harness/results"
	"gridjudge/harness/stats"
)

// timedChange is a change of time to ratio, within 1 %.
func timedChange(set string, verdict Verdict, ratio float64) Comparison {
	return Comparison{
		Benchmark: results.Benchmark{Set: "p/" + set, Solver: "dlx"}, Unit: results.UnitWall, Verdict: verdict, Floor: 0.021,
		Old: stats.Interval{Center: 1e6, N: 10}, New: stats.Interval{Center: 1e6 * ratio, N: 10},
		Effect: stats.Effect{Ratio: stats.Interval{Center: ratio, Lo: ratio - 0.01, Hi: ratio + 0.01, N: 10}},
	}
}

// comment returns the lines of a comment outside of its fold, and those inside.
func comment(t *testing.T, found ...Comparison) (outside, inside []string) {
	t.Helper()
	var b strings.Builder
	require.NoError(t, (&Result{Found: found, Rules: DefaultRules, Notes: []string{"a note"}}).WriteComment(&b, "gridjudge compare A B"))
	require.Equal(t, 1, strings.Count(b.String(), "<details>"), b.String())
	head, rest, _ := strings.Cut(b.String(), "<details><summary>All benchmarks</summary>\n\n")
	fold, tail, ok := strings.Cut(rest, "\n</details>\n")
	require.True(t, ok)
	require.Empty(t, tail)
	outside = append(strings.Split(strings.TrimSuffix(head, "\n"), "\n"), "<details>", "</details>")
	assert.LessOrEqual(t, len(outside), 15, b.String())
	return outside, strings.Split(fold, "\n")
}

func TestCommentBeginsWithTheVerdict(t *testing.T) {
	for want, found := range map[string][]Comparison{
		"**No regression.**":                                                                          {timedChange("a", Same, 1)},
		"**No regression. 1 benchmark is better.**":                                                   {timedChange("a", Better, 0.5)},
		"**Regression: 2 benchmarks are worse. 1 benchmark is better.**":                              {timedChange("a", Regression, 2), timedChange("b", Regression, 3), timedChange("c", Better, 0.5), timedChange("d", Inconclusive, 1.1)},
		"**Inconclusive: 2 benchmarks are undecided; no regression was found.**":                      {timedChange("a", Inconclusive, 1.1), timedChange("b", BelowFloor, 1.02)},
		"**Inconclusive: 1 benchmark is undecided; no regression was found. 1 benchmark is better.**": {timedChange("a", Inconclusive, 1.1), timedChange("b", Better, 0.5)},
	} {
		outside, inside := comment(t, found...)
		assert.Equal(t, want, outside[0])
		assert.Contains(t, strings.Join(inside, "\n"), "a note")
	}
}

func TestCommentNamesChangesWithTheirIntervals(t *testing.T) {
	again := timedChange("again", Regression, 1.123)
	again.Again = true
	nodes := Comparison{
		Benchmark: again.Benchmark, Unit: results.UnitNodes, Counter: true, Verdict: Regression,
		Old: stats.Interval{Center: 494}, New: stats.Interval{Center: 500},
	}
	few := timedChange("few", Inconclusive, 1.5)
	few.Effect.Ratio.Lo, few.Effect.Ratio.Hi, few.Reason = math.Inf(-1), math.Inf(1), "3 samples; at least 6 are needed for a finite interval"
	outside, inside := comment(t, timedChange("same", Same, 1), few, timedChange("fast", Better, 0.5), nodes, again,
		Comparison{Benchmark: results.Benchmark{Set: "p/wrong", Solver: "x"}, Verdict: Regression, Reason: "no longer accepted: WA"})
	assert.Equal(t, []string{
		"**Regression: 2 benchmarks are worse. 1 benchmark is better.**",
		"",
		"- regression: `x` on `p/wrong`: `no longer accepted: WA`",
		"- regression: `dlx` on `p/again`: 1.123 ms, before 1.000 ms, +12.3% [+11.3, +13.3], noise floor 2.1%, measured twice",
		"- regression: `dlx` on `p/again`: nodes/op 500, before 494 (+1.21%, exact)",
		"- improvement: `dlx` on `p/fast`: 500.0 µs, before 1.000 ms, -50.0% [-51.0, -49.0], noise floor 2.1%",
		"- undecided: `dlx` on `p/few`: 1.500 ms, before 1.000 ms, 3 samples; at least 6 are needed for a finite interval",
		"",
		"5 benchmarks, 2 REGRESSION, 1 inconclusive, 1 better, 1 same. Made by `gridjudge compare A B`.",
		"", "<details>", "</details>",
	}, outside)
	assert.Contains(t, strings.Join(inside, "\n"), "| p/same ", "the fold has everything")
}

func TestCommentIsShortHoweverMuchChanged(t *testing.T) {
	var found []Comparison
	for i := range 40 {
		found = append(found, timedChange(fmt.Sprint("slow", i), Regression, 1.1+float64(i)/10), timedChange(fmt.Sprint("fast", i), Better, 0.9-float64(i)/100))
	}
	outside, inside := comment(t, found...)
	text := strings.Join(outside, "\n")
	assert.Equal(t, 4, strings.Count(text, "- regression: "))
	assert.Equal(t, 2, strings.Count(text, "- improvement: "))
	assert.Contains(t, outside[2], "p/slow39", "the largest comes first")
	assert.Contains(t, text, "p/fast39")
	assert.Contains(t, text, "- and 74 more in the table")
	assert.Greater(t, len(inside), 80)
}

func TestCommentQuotesHostileNames(t *testing.T) {
	name := "`</details><script>@all #12" + strings.Repeat("x", 300) + "\n# big"
	outside, inside := comment(t, Comparison{
		Benchmark: results.Benchmark{Set: "p/" + name, Solver: "|*_" + name}, Verdict: Regression, Reason: name + "\n\n# reason",
	})
	assert.Len(t, outside, 8)
	for _, line := range append(outside, inside...) {
		assert.False(t, strings.HasPrefix(line, "#"), line)
	}
	for _, line := range inside {
		assert.NotRegexp(t, `(^|[^\\])<[A-Za-z/!?]`, line, "no element may end the fold")
	}
	assert.Zero(t, strings.Count(outside[2], "`")%2, outside[2])
}

func TestWhatLowersTheFloorIsNamed(t *testing.T) {
	r := &Result{Found: []Comparison{timedChange("a", BelowFloor, 1.02)}, Rules: DefaultRules, Remedy: "More rounds (--rounds)"}
	assert.Contains(t, r.Table().Notes, "A change below the noise floor may be real. More rounds (--rounds) lowers the floor.")
	r.Found[0].Verdict = Same
	assert.NotContains(t, strings.Join(r.Table().Notes, "\n"), "lowers the floor")
}
