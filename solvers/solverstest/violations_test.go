package solverstest

import (
	"fmt"
	"os"
	"os/exec"
	"runtime"
	"slices"
	"strings"
	"testing"
	"time"

	"gridjudge/solvers"
)

// errHangs is the error that guarded returns if a rule does not end.
var errHangs = fmt.Errorf("no end within %v", hangLimit)

// hangLimit is how long guarded waits for wrong solvers that may never return.
const hangLimit = 200 * time.Millisecond

// guarded runs a rule with a wrong solver, and returns a panic as an error, as the suite does. If the
// solver may hang, guarded returns errHangs after hangLimit, and leaves the goroutine behind.
func guarded(hangs bool, rule func() error) error {
	procs := runtime.GOMAXPROCS(0)
	done := make(chan error, 1)
	go func() { done <- caught(rule) }()
	if !hangs {
		return <-done
	}
	select {
	case err := <-done:
		return err
	case <-time.After(hangLimit):
		runtime.GOMAXPROCS(procs) // testing.AllocsPerRun may have left it at 1
		return errHangs
	}
}

// settlesSoon shortens the wait for the goroutine that a solver has left behind.
func settlesSoon(t *testing.T) {
	was := settleTime
	settleTime = 10 * time.Millisecond
	t.Cleanup(func() { settleTime = was })
}

// violation is a rule that a solver breaks, and how.
type violation struct {
	rule string
	err  error
}

// first returns the first rule that a contestant breaks. In the rules that mayHang names, it may never
// return.
func first[P, R any, F comparable](k *kind[P, R, F], mayHang []string) violation {
	for _, r := range k.rules() {
		if err := guarded(slices.Contains(mayHang, r.name), r.broken); err != nil {
			return violation{r.name, err}
		}
	}
	return violation{}
}

// gridsOf returns the kind for grids with the cases of Run. Above 4x4, it only has the cases that do
// not need a search.
func gridsOf(spec solvers.Spec, size int) *gridKind {
	if size > 4 {
		return ofGrids(spec, size, slices.Concat(counted(size), clashing(size), dead(size)))
	}
	return ofGrids(spec, size, Cases(size))
}

// carelessSpec describes a solver that places clashing givens and goes on searching.
func carelessSpec(sizes ...int) solvers.Spec {
	return solvers.Spec{Name: "careless", Doc: "careless", Sizes: sizes, New: func(size int) solvers.Solver {
		s := newPlain(size)
		s.careless = true
		return s
	}}
}

// TestCarelessSolver only does something in the process that TestOneFaultIsOneFailure starts.
func TestCarelessSolver(t *testing.T) {
	if os.Getenv("CARELESS") != "" {
		Run(t, carelessSpec(9, 16))
	}
}

// A solver with one fault fails one rule, the one that it breaks, and this ends the suite.
func TestOneFaultIsOneFailure(t *testing.T) {
	cmd := exec.CommandContext(t.Context(), os.Args[0], "-test.run", "^TestCarelessSolver$", "-test.v")
	cmd.Env = append(os.Environ(), "CARELESS=1")
	out, err := cmd.Output()
	if err == nil {
		t.Fatalf("the suite passes a careless solver:\n%s", out)
	}
	var failed, ran []string
	for line := range strings.Lines(string(out)) {
		if name, ok := strings.CutPrefix(strings.TrimSpace(line), "--- FAIL: "); ok {
			failed = append(failed, strings.Fields(name)[0])
		}
		if name, ok := strings.CutPrefix(line, "=== RUN "); ok {
			ran = append(ran, strings.TrimSpace(name))
		}
	}
	const top, rule = "TestCarelessSolver", "TestCarelessSolver/size=9/contradictions"
	if want := []string{top, rule}; !slices.Equal(failed, want) {
		t.Errorf("failed: %q, want %q:\n%s", failed, want, out)
	}
	if last := ran[len(ran)-1]; last != rule {
		t.Errorf("nothing is tested after the broken rule: %s was, want %s last", last, rule)
	}
	for _, want := range []string{
		"the rule: clashing givens, or an item without options, must be rejected",
		"a row with a digit twice",
	} {
		if !strings.Contains(string(out), want) {
			t.Errorf("output without %q:\n%s", want, out)
		}
	}
}

// A failure on a case says what the case tests.
func TestFailureSaysWhatTheCaseTests(t *testing.T) {
	spec := solvers.Spec{Name: "wrong", Doc: "wrong", Sizes: []int{4}, New: func(size int) solvers.Solver {
		return &wrong{plain: newPlain(size), fault: func(s *wrong, p solvers.Grid, l solvers.Limits, r *solvers.Result) {
			s.plain.Solve(p, l, r)
			r.Solutions *= 2
		}}
	}}
	found := first(gridsOf(spec, 4), nil)
	if found.rule != "answers" {
		t.Errorf("caught by the rule %q, want answers", found.rule)
	}
	if want := Cases(4)[0].Reason; found.err == nil || !strings.Contains(found.err.Error(), want) {
		t.Errorf("error %v, want one with %q", found.err, want)
	}
}
