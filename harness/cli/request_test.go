package cli

import (
	"fmt"
	"maps"
	"math/rand/v2"
	"slices"
	"testing"
	"time"

	"github.com/spf13/cobra"
	"github.com/spf13/pflag"
	"github.com/stretchr/testify/require"

	"gridjudge/harness/results"
)

// parsed parses a command line into a request, as its verb does.
func parsed(t *testing.T, command []string) results.Request {
	a := &app{}
	var cmd *cobra.Command
	var request *results.Request
	var complete func() error
	files := func() []string {
		if args := cmd.Flags().Args(); len(args) > 0 {
			return args
		}
		return nil
	}
	switch command[1] {
	case "judge":
		f := &judgeFlags{}
		cmd, request, complete = a.judgeVerb(f), &f.Request, func() error { return f.complete(cmd, files()) }
	case "bench":
		f := &benchFlags{}
		cmd, request, complete = a.benchVerb(f), &f.Request, func() error { return f.complete(cmd, files()) }
	case "compare":
		f := &compareFlags{}
		cmd, request, complete = a.compareVerb(f), &f.Request, func() error { return f.complete(cmd, files()) }
	case "explain":
		f := &explainFlags{}
		cmd, request, complete = a.explainVerb(f), &f.Request, func() error {
			f.complete(cmd, files())
			if f.Seed = 0; f.solver != "" {
				f.Solvers = []string{f.solver}
			}
			return nil
		}
	case "calibrate":
		f := &requestFlags{}
		cmd, request, complete = a.calibrateVerb(f), &f.Request, func() error { f.complete(cmd, files()); f.Seed = 0; return nil } // which is drawn
	}
	require.NoError(t, cmd.ParseFlags(command[2:]), "%q", command)
	require.NoError(t, complete(), "%q", command)
	return *request
}

// TestACommandMakesItsRequest: the command line that Command renders is parsed into the same request, even with odd
// words in it.
func TestACommandMakesItsRequest(t *testing.T) {
	random := rand.New(rand.NewPCG(44, 1))
	for range 10_000 {
		want := randomRequest(random)
		require.Equal(t, want, parsed(t, want.Command()), "%q", want.Command())
	}
}

// TestAHintRepeatsTheJudging: tables print a command that repeats the judging of a result. It is parsed into a
// request of explain with the same rules, also after the run was recorded and resumed.
func TestAHintRepeatsTheJudging(t *testing.T) {
	random := rand.New(rand.NewPCG(44, 2))
	below, kinds := t.TempDir(), map[string]int{}
	for range 1000 {
		r := randomRequest(random)
		if r.Verb != "judge" {
			continue
		}
		r.Files = nil // resume opens them
		r.Exec = [][]string{nil, {"mine=./a.out 'two words'"}, {"other=cat", "mine=./a.out -x"}}[random.IntN(3)]
		of := &results.Result{Process: r.HasPrograms(), Benchmark: results.Benchmark{Solver: []string{"mine", "dlx"}[random.IntN(2)]}}
		if random.IntN(2) == 0 {
			of.File = "my puzzles.txt"
		}
		if of.Solutions = r.Solutions; of.Process {
			of.Solutions = 0
		}
		hint := r.ToExplain(of, "-my puzzles.txt#3")
		want := *hint
		want.Solutions = want.Wanted()
		require.Equal(t, want, parsed(t, hint.Command()), "%q", hint.Command())

		// The hint has the settings that judge was given, and no setting that explain would refuse.
		require.Equal(t, r.Limits.Time, hint.Limits.Time)
		require.Equal(t, r.Limits.Case, hint.Limits.Case)
		require.Equal(t, r.PerCase && of.Process, hint.PerCase)
		require.Equal(t, r.Strict && of.Process, hint.Strict)
		require.Equal(t, of.Process, hint.HasPrograms())
		if len(hint.Exec) == 0 {
			require.Equal(t, results.Limits{}, results.Limits{Memory: hint.Limits.Memory, Wall: hint.Limits.Wall, Confined: hint.Limits.Confined})
		}
		if of.File == "" {
			require.Empty(t, hint.Problem+hint.Answers)
		} else {
			require.Equal(t, r.Problem+r.Answers, hint.Problem+hint.Answers)
		}
		kinds[fmt.Sprint(of.Process, len(hint.Exec), hint.File != "")]++

		w, err := results.Create(below, results.NewManifest(r, results.Plan{}))
		require.NoError(t, err)
		require.NoError(t, w.Close())
		f := &judgeFlags{}
		f.resume = w.Dir
		require.NoError(t, f.complete((&app{}).judgeVerb(&judgeFlags{}), nil))
		require.Equal(t, hint.Command(), f.Request.ToExplain(of, "-my puzzles.txt#3").Command())
	}
	require.Len(t, kinds, 4, "a built-in solver, alone and beside two programs; of a file; of --exec: %v", kinds)
}

// TestExplainJudgesByTheRulesOfJudge: every flag of judge is a flag of explain as well, unless it does not change the
// verdict on the first case that fails.
func TestExplainJudgesByTheRulesOfJudge(t *testing.T) {
	without := map[string]string{
		"set": "the argument of explain", "skip-missing": "one contestant alone is explained",
		"keep-going": "what comes after the first case that fails", "repeat": "how often a program is judged",
		"jobs": "how many cases at a time", "shard": "which sets", "out": "a record", "resume": "a record",
		"slowest": "what is shown", "filter": "what is shown", "format": "what is shown",
	}
	has := func(cmd *cobra.Command, without map[string]string) (lacks []string) {
		explain := (&app{}).explainVerb(&explainFlags{}).Flags()
		cmd.Flags().VisitAll(func(flag *pflag.Flag) {
			if explain.Lookup(flag.Name) == nil && without[flag.Name] == "" {
				lacks = append(lacks, flag.Name)
			}
		})
		return lacks
	}
	judge := (&app{}).judgeVerb(&judgeFlags{})
	require.Empty(t, has(judge, without))
	require.ElementsMatch(t, slices.Collect(maps.Keys(without)), has(judge, nil), "each reason is needed")
}

// randomRequest returns a request that a command line can make.
func randomRequest(random *rand.Rand) (r results.Request) {
	often := func() bool { return random.IntN(3) == 0 }
	words := []string{"dlx", "--seed", "-", "--", "a b", "x,y", `"q"`, "it's", "--shard=1/2", "poj3074/*", "=", "git:aa", "judge", "π", "a\nb", "#"}
	word := func() string { return words[random.IntN(len(words))] }
	text := func() string {
		if often() {
			return word()
		}
		return ""
	}
	list := func() (all []string) {
		for often() {
			all = append(all, word())
		}
		return all
	}
	duration := func() time.Duration { return time.Duration(random.Int64N(int64(1e6) << random.IntN(30))) }
	r.Verb = []string{"judge", "bench", "compare", "calibrate"}[random.IntN(4)]
	own := r.Verb == "judge" || r.Verb == "bench" // verbs that have all flags of cases, contestants and records
	r.Sets, r.Solvers, r.Files, r.Out = list(), list(), list(), word()
	r.Rounds, r.Seed = 1+random.IntN(20), 1
	if r.Verb != "judge" {
		r.MinTime, r.Seed = duration(), random.Uint64()
		if often() {
			r.CPU = new(random.IntN(9))
		}
	}
	switch r.Verb {
	case "calibrate":
		r.Seed = 0
	case "compare":
		r.Problem = text()
	}
	if own {
		r.Problem, r.SkipMissing = text(), often()
		if often() {
			r.Shard = results.Shard{Index: 1 + random.IntN(3), Of: 3}
		}
	}
	if r.Verb != "calibrate" {
		r.Solutions = 1 + random.Uint64N(3)
		r.Exec, r.File = list(), text()
		r.Limits = randomLimits(random, r.Verb == "judge")
	}
	switch r.Verb {
	case "judge":
		r.Answers, r.KeepGoing, r.PerCase, r.Strict, r.Jobs = text(), often(), often(), often(), 1+random.IntN(4)
	case "compare":
		r.Allow = random.Float64()
		if !r.HasPrograms() {
			r.Old, r.New = "git:aaaa", []string{"", "git:bbbb"}[random.IntN(2)]
		}
	}
	return r
}

func randomLimits(random *rand.Rand, cases bool) (l results.Limits) {
	if random.IntN(2) == 0 {
		return l
	}
	l.Time = new(time.Duration(random.Int64N(1e10)))
	l.Scale = 1e4 * (1 - random.Float64())
	l.Memory, l.Address = int64(8+random.IntN(1e6))<<20, int64(1+random.IntN(1e6))<<(10*random.IntN(4))
	l.Wall, l.Processes, l.Confined = time.Duration(1+random.Int64N(1e12)), 1+random.IntN(9), random.IntN(2) == 0
	if cases {
		l.Case, l.Nodes = time.Duration(random.Int64N(1e9)), random.Uint64()
	}
	return l
}

// TestRoundTripsSeeWhatGetsLost: if a request has a field that its command line cannot express, the round trip does
// not return the same request.
func TestRoundTripsSeeWhatGetsLost(t *testing.T) {
	lost := results.Request{Verb: "bench", Answers: "x", Settings: results.Settings{Solutions: 1, Rounds: 1, MinTime: 1}}
	cmd := (&app{}).benchVerb(&benchFlags{})
	require.Error(t, cmd.ParseFlags(lost.Command()[2:]), "bench has no --answers")
	derived := results.Request{Verb: "judge", Derived: true, Settings: results.Settings{Solutions: 1, Rounds: 1, Seed: 1, Jobs: 1}}
	require.NotEqual(t, derived, parsed(t, derived.Command()))
	require.False(t, slices.Contains(derived.Command(), "--seed"), "judge has no --seed")
}
