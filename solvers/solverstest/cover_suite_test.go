package solverstest

import (
	"math"
	"math/rand/v2"
	"runtime"
	"slices"
	"strings"
	"sync/atomic"
	"testing"

	"gridjudge/solvers"
)

// plainCover is an honest contestant for matrices: it goes through the primary items in
// order and tries every option that clashes with none chosen before.
type plainCover struct {
	matrix  *solvers.Matrix
	limits  solvers.Limits
	result  *solvers.Cover
	covered []bool
	chosen  []int32

	twice    bool // a fault: secondary items may be covered twice
	careless bool // a fault: a primary item without options is met in its turn
}

func (s *plainCover) Solve(m *solvers.Matrix, limits solvers.Limits, r *solvers.Cover) {
	r.Reset()
	s.matrix, s.limits, s.result, s.chosen = m, limits, r, s.chosen[:0]
	s.covered = slices.Grow(s.covered[:0], m.Items())[:m.Items()]
	clear(s.covered)
	s.search(s.hopeless())
}

// hopeless returns the first primary item without options, or 0: then the search begins with it.
func (s *plainCover) hopeless() int32 {
	for item := range int32(s.matrix.Primary) {
		if !s.careless && !slices.Contains(s.matrix.Members, item) {
			return item
		}
	}
	return 0
}

// search reports whether more covers are wanted.
func (s *plainCover) search(item int32) bool {
	if !s.limits.Enter(&s.result.Counts) {
		return false
	}
	for int(item) < s.matrix.Primary && s.covered[item] {
		item++
	}
	if int(item) == s.matrix.Primary {
		s.result.Found(s.chosen)
		return s.result.Solutions < s.limits.Wanted()
	}
	for o, option := range s.matrix.All() {
		if !slices.Contains(option, item) || slices.ContainsFunc(option, s.clashes) {
			continue
		}
		s.chosen = append(s.chosen, int32(o))
		s.set(option, true)
		s.result.Updates++
		more := s.search(item + 1)
		s.chosen = s.chosen[:len(s.chosen)-1]
		s.set(option, false)
		if !more {
			return false
		}
	}
	return true
}

func (s *plainCover) clashes(item int32) bool {
	return s.covered[item] && !(s.twice && int(item) >= s.matrix.Primary)
}

func (s *plainCover) set(option []int32, covered bool) {
	for _, item := range option {
		s.covered[item] = covered
	}
}

func coverSpec(make func() solvers.CoverSolver) solvers.Spec {
	return solvers.Spec{Name: "plain", Doc: "plain", NewCover: make}
}

func TestHonestCoverSolverPasses(t *testing.T) {
	RunCovers(t, coverSpec(func() solvers.CoverSolver { return &plainCover{} }))
}

type coverFault = func(s *wrongCover, m *solvers.Matrix, l solvers.Limits, r *solvers.Cover)

// wrongCover is the honest contestant with one fault.
type wrongCover struct {
	plainCover
	fault coverFault
	calls int
	kept  []int32
	sink  []byte
}

func (s *wrongCover) Solve(m *solvers.Matrix, l solvers.Limits, r *solvers.Cover) {
	s.calls++
	s.fault(s, m, l, r)
}

// changed returns a copy of m without the options that drop names.
func changed(m *solvers.Matrix, drop func(o int) bool) *solvers.Matrix {
	c := matrix(m.Primary, m.Secondary)
	for o, option := range m.All() {
		if drop(o) {
			option = nil
		}
		c.Add(option)
	}
	return c
}

// seenBefore reports whether option o equals one before it.
func seenBefore(m *solvers.Matrix, o int) bool {
	for before, option := range m.All() {
		if before < o && slices.Equal(option, m.Option(o)) {
			return true
		}
	}
	return false
}

// hashing counts with stored subproblems, by a key of few bits that is not compared.
func hashing(m *solvers.Matrix, left uint64, stored map[uint64]uint64, key func(uint64) uint64) (count uint64) {
	item := int32(-1)
	for i := range int32(m.Primary) {
		if left>>i&1 != 0 {
			item = i
			break
		}
	}
	if item < 0 {
		return 1
	}
	if count, ok := stored[key(left)]; ok {
		return count
	}
	for _, option := range m.All() {
		bits := uint64(0)
		for _, i := range option {
			bits |= 1 << i
		}
		if bits>>item&1 != 0 && bits&^left == 0 {
			count += hashing(m, left&^bits, stored, key)
		}
	}
	stored[key(left)] = count
	return count
}

// tight reports whether a search ends by its budget also with stored subproblems.
func tight(l solvers.Limits) bool { return l.Nodes != 0 && l.Nodes < 20_000 }

// remember is the fault of a contestant that counts with stored subproblems.
func remember(key func(uint64) uint64, cut uint64) coverFault {
	return func(s *wrongCover, m *solvers.Matrix, l solvers.Limits, r *solvers.Cover) {
		s.plainCover.Solve(m, l, r)
		if r.Solutions == 0 || l.Solutions != math.MaxUint64 || m.Items() > 63 || l.Cancel != nil || tight(l) {
			return
		}
		r.Solutions, r.Stopped = hashing(m, 1<<m.Items()-1, map[uint64]uint64{}, key)&cut, solvers.Finished
	}
}

func TestWrongCoverSolversAreCaught(t *testing.T) {
	release := make(chan struct{})
	defer close(release)
	var users atomic.Int64
	known := CoverCases()
	type (
		sm     = solvers.Matrix
		limits = solvers.Limits
		result = solvers.Cover
	)
	hanging := []string{"never returns", "never returns when used again", "ignores a cancel on the way"}
	faults := map[string]struct {
		rule  string // that must be the first to catch it
		fault func(s *wrongCover, m *sm, l limits, r *result)
	}{
		"drops duplicates": {"answers", func(s *wrongCover, m *sm, l limits, r *result) {
			s.plainCover.Solve(changed(m, func(o int) bool {
				return seenBefore(m, o)
			}), l, r)
		}},
		"covers secondary items twice": {"answers", func(s *wrongCover, m *sm, l limits, r *result) {
			s.twice = true
			s.plainCover.Solve(m, l, r)
		}},
		"takes secondary items for primary": {"answers", func(s *wrongCover, m *sm, l limits, r *result) {
			c := *m
			c.Primary, c.Secondary = m.Items(), 0
			s.plainCover.Solve(&c, l, r)
		}},
		"hashes without comparing": {"answers", remember(func(left uint64) uint64 {
			return left * 0x9e3779b97f4a7c15 >> 61
		}, math.MaxUint64)},
		"stores by primary items": {"answers", remember(func(left uint64) uint64 { return left & 7 }, math.MaxUint64)},
		"counts modulo 2^32":      {"large", remember(func(left uint64) uint64 { return left }, math.MaxUint32)},
		"wraps beyond 64 bits": {"large", func(s *wrongCover, m *sm, l limits, r *result) {
			s.plainCover.Solve(m, l, r)
			if m.Options() >= 2*64 && l.Solutions == math.MaxUint64 && l.Cancel == nil {
				r.Stopped, r.Solutions = solvers.Finished, 0
			}
		}},
		"cuts beyond 64 bits": {"large", func(s *wrongCover, m *sm, l limits, r *result) {
			s.plainCover.Solve(m, l, r)
			if m.Options() >= 2*64 && l.Solutions == math.MaxUint64 && l.Cancel == nil {
				r.Stopped, r.Solutions = solvers.Finished, math.MaxUint64
			}
		}},
		"counts no empty cover": {"answers", func(s *wrongCover, m *sm, l limits, r *result) {
			s.plainCover.Solve(m, l, r)
			if m.Primary == 0 {
				r.Solutions = 0
			}
		}},
		"adds free options": {"answers", func(s *wrongCover, m *sm, l limits, r *result) {
			s.plainCover.Solve(m, l, r)
			for _, option := range m.All() {
				if len(option) == 0 && r.Solutions > 0 && r.Solutions < l.Wanted() {
					r.Solutions++
				}
			}
		}},
		"forgets an option": {"answers", func(s *wrongCover, m *sm, l limits, r *result) {
			s.plainCover.Solve(m, l, r)
			r.First = r.First[:max(0, len(r.First)-1)]
		}},
		"numbers options from 1": {"answers", func(s *wrongCover, m *sm, l limits, r *result) {
			s.plainCover.Solve(m, l, r)
			for i := range r.First {
				r.First[i]++
			}
		}},
		"knows the cases by heart": {"permuted", func(s *wrongCover, m *sm, l limits, r *result) {
			s.plainCover.Solve(m, l, r)
			if !slices.ContainsFunc(known, func(c CoverCase) bool {
				return c.Problem.Equal(m)
			}) {
				r.Solutions++
			}
		}},
		"counts past the limit": {"answers", func(s *wrongCover, m *sm, l limits, r *result) {
			l.Solutions = l.Wanted() + min(1, l.Solutions)
			s.plainCover.Solve(m, l, r)
		}},
		"sorts the options": {"input", func(s *wrongCover, m *sm, l limits, r *result) {
			s.plainCover.Solve(m, l, r)
			for _, option := range m.All() {
				slices.Sort(option)
			}
		}},
		"keeps state": {"reuse", func(s *wrongCover, m *sm, l limits, r *result) {
			s.plainCover.Solve(m, l, r)
			r.Updates += uint64(s.calls / 20)
		}},
		"adds to the old result": {"overwrite", func(s *wrongCover, m *sm, l limits, r *result) {
			before := r.Updates
			s.plainCover.Solve(m, l, r)
			r.Updates += before
		}},
		"returns its own memory": {"ownership", func(s *wrongCover, m *sm, l limits, r *result) {
			s.plainCover.Solve(m, l, r)
			s.kept = append(s.kept[:0], r.First...)
			r.First = s.kept
		}},
		"minds other solvers": {"parallel", func(s *wrongCover, m *sm, l limits, r *result) {
			users.Add(1)
			s.plainCover.Solve(m, l, r)
			for range 100 {
				runtime.Gosched()
			}
			if users.Load() > 1 {
				r.Solutions++
			}
			users.Add(-1)
		}},
		"ignores the budget": {"enter", func(s *wrongCover, m *sm, l limits, r *result) {
			l.Nodes = 0
			s.plainCover.Solve(m, l, r)
		}},
		"ignores the budget after the first call": {"budget", func(s *wrongCover, m *sm, l limits, r *result) {
			if l.Nodes > 1 {
				l.Nodes = 0
			}
			s.plainCover.Solve(m, l, r)
		}},
		"exceeds the budget by one": {"budget", func(s *wrongCover, m *sm, l limits, r *result) {
			if l.Nodes > 1 && l.Nodes < plenty {
				l.Nodes++
			}
			s.plainCover.Solve(m, l, r)
		}},
		"understates its nodes": {"budget", func(s *wrongCover, m *sm, l limits, r *result) {
			s.plainCover.Solve(m, l, r)
			r.Nodes = (r.Nodes + 1) / 2
		}},
		"claims no nodes": {"enter", func(s *wrongCover, m *sm, l limits, r *result) {
			s.plainCover.Solve(m, l, r)
			r.Nodes = 0
		}},
		"counts no updates": {"enter", func(s *wrongCover, m *sm, l limits, r *result) {
			s.plainCover.Solve(m, l, r)
			r.Updates = 0
		}},
		"searches although an item has no option": {"contradictions", func(s *wrongCover, m *sm, l limits, r *result) {
			s.careless = true
			s.plainCover.Solve(m, l, r)
		}},
		"leaves the old cover where there is none": {"overwrite", func(s *wrongCover, m *sm, l limits, r *result) {
			old := slices.Clone(r.First)
			if s.plainCover.Solve(m, l, r); r.Solutions == 0 {
				r.First = old
			}
		}},
		"counts more within less memory": {"memory", func(s *wrongCover, m *sm, l limits, r *result) {
			s.plainCover.Solve(m, l, r)
			if l.Memory == 1 && r.Solutions > 0 {
				r.Solutions++
				r.Stopped = solvers.MemoryBudget
			}
		}},
		"ignores a cancel": {"cancel", func(s *wrongCover, m *sm, l limits, r *result) {
			l.Cancel = nil
			s.plainCover.Solve(m, l, r)
		}},
		"ignores a cancel on the way": {"cancel", func(s *wrongCover, m *sm, l limits, r *result) {
			if l.Cancel != nil && !l.Cancelled() {
				<-release
			}
			s.plainCover.Solve(m, l, r)
		}},
		"never returns": {"enter", func(s *wrongCover, m *sm, l limits, r *result) { <-release }},
		"never returns when used again": {"reuse", func(s *wrongCover, m *sm, l limits, r *result) {
			if s.calls > 1 {
				<-release
			}
			s.plainCover.Solve(m, l, r)
		}},
		"leaves a goroutine": {"goroutines", func(s *wrongCover, m *sm, l limits, r *result) {
			go func() { <-release }()
			s.plainCover.Solve(m, l, r)
		}},
		"allocates": {"allocations", func(s *wrongCover, m *sm, l limits, r *result) {
			s.sink = make([]byte, 1)
			s.plainCover.Solve(m, l, r)
		}},
		"panics": {"input", func(s *wrongCover, m *sm, l limits, r *result) {
			s.plainCover.Solve(m, l, r)
			if r.Solutions > 1 {
				panic("more than one")
			}
		}},
	}
	if len(faults) <= 10 {
		t.Fatalf("%d faults, want more than 10", len(faults))
	}
	for name, f := range faults {
		t.Run(strings.ReplaceAll(name, " ", "-"), func(t *testing.T) {
			if name == "leaves a goroutine" {
				settlesSoon(t)
			}
			spec := coverSpec(func() solvers.CoverSolver { return &wrongCover{fault: f.fault} })
			var mayHang []string
			if slices.Contains(hanging, name) {
				mayHang = []string{f.rule}
			}
			if v := first(ofMatrices(spec, CoverCases()), mayHang); v.rule != f.rule {
				t.Errorf("a solver that %s is caught by the rule %q, want %q: %v", name, v.rule, f.rule, v.err)
			} else if got, want := v.err == errHangs, mayHang != nil; got != want {
				t.Errorf("hangs: %v, want %v: %v", got, want, v.err)
			}
		})
	}
}

func TestCoverCasesAreWhatTheyClaim(t *testing.T) {
	counts := map[uint64]int{}
	secondary, equal := 0, 0
	for _, c := range CoverCases() {
		if err := c.Problem.Valid(); err != nil {
			t.Fatalf("%s: %v", c.Name, err)
		}
		if c.Reason == "" {
			t.Fatalf("%s has no reason", c.Name)
		}
		if c.Quick { // its count follows, and a plain search would not end
			if lacking := (&plainCover{matrix: c.Problem}).hopeless(); slices.Contains(c.Problem.Members, lacking) || c.Count != 0 {
				t.Errorf("%s is quick, but each primary item has an option, or it claims a cover", c.Name)
			}
		} else if want := CountCovers(c.Problem, math.MaxUint64); c.Count != want {
			t.Errorf("%s claims %d covers, want %d", c.Name, c.Count, want)
		}
		counts[min(c.Count, 2)]++
		if c.Count > 1 && c.Problem.Secondary > 0 {
			secondary++
		}
		for o := range c.Problem.Options() {
			if seenBefore(c.Problem, o) {
				equal++
			}
		}
	}
	for n := range uint64(3) {
		if counts[n] <= 10 {
			t.Errorf("matrices with %d covers (2: or more): %d, want more than 10", n, counts[n])
		}
	}
	if secondary <= 10 {
		t.Errorf("matrices with several covers and secondary items: %d, want more than 10", secondary)
	}
	if equal <= 10 {
		t.Errorf("equal options: %d, want more than 10", equal)
	}
	for _, c := range LargeCoverCases() {
		if err := c.Problem.Valid(); err != nil {
			t.Fatalf("%s: %v", c.Name, err)
		}
	}
	for n := 1; n < 12; n++ {
		all := uint64(1) << n
		if got := CountCovers(Choices(n), math.MaxUint64); got != all {
			t.Errorf("covers of Choices(%d): %d, want %d", n, got, all)
		}
		if got := CountCovers(Ladder(n), math.MaxUint64); got != all-1 {
			t.Errorf("covers of Ladder(%d): %d, want %d", n, got, all-1)
		}
		if got, want := CountCovers(Choices(n), 5), min(5, all); got != want {
			t.Errorf("covers of Choices(%d), up to 5: %d, want %d", n, got, want)
		}
	}
}

// A permuted matrix has the same shape and the same count.
func TestPermuted(t *testing.T) {
	rng := rand.New(rand.NewPCG(3, 1))
	for range 200 {
		m := RandomMatrix(rng)
		p := Permuted(m, rng)
		if err := p.Valid(); err != nil {
			t.Fatal(err)
		}
		if got, want := CountCovers(p, math.MaxUint64), CountCovers(m, math.MaxUint64); got != want {
			t.Fatalf("%d covers, want %d: %v and %v", got, want, m, p)
		}
		if got, want := p.Options(), m.Options(); got != want {
			t.Fatalf("%d options, want %d: %v and %v", got, want, m, p)
		}
	}
}
