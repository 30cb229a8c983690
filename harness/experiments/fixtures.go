package main

import (
	"context"
	"errors"
	"flag"
	"fmt"
	"maps"
	"slices"
	"strings"
	"time"
)

var fixturesExperiment = experiment{
	name: "fixtures",
	claim: "every fixture of package program, a program with one fault, gets its verdict every time on a loaded machine and leaves nothing, " +
		"as root and as another user, with namespaces and without",
	setUp: func(flags *flag.FlagSet) runner { return newFixtures(flags) },
	short: map[string]string{"repeats": "1", "only": "right|forges-report|outlives|kills-launcher|stops-launcher|c-disown"},
}

// fixtures runs the test of package program that judges its fixtures, many times in
// each setting, and counts the outcomes that the test reports.
type fixtures struct {
	repeats int
	atMost  time.Duration
	only    string

	// stage makes what the settings need. Tests replace it.
	stage func(ctx context.Context, only string) (fixtureStage, error)
}

// fixtureStage is where the fixtures are judged.
type fixtureStage interface {
	// settings are those in which this process can judge them.
	settings() []setting

	// play judges all fixtures in a setting, so many rounds. A verdict that is not the
	// expected one is no error.
	play(ctx context.Context, s setting, rounds int) (fixtureCounts, error)

	// most is the largest number of processes that existed at a time.
	most() int
	close() error
}

// setting is who judges, and what the machine allows.
type setting struct{ user, namespaces string }

func (s setting) String() string { return s.user + ", " + s.namespaces }

func newFixtures(flags *flag.FlagSet) *fixtures {
	e := &fixtures{stage: newFixtureStage}
	flags.IntVar(&e.repeats, "repeats", 50, "how often each fixture is judged in each setting")
	flags.DurationVar(&e.atMost, "at-most", 0, "begin no further rounds after this time, even where fewer have been judged (default no limit)")
	flags.StringVar(&e.only, "only", "", "run only the fixtures whose name this regular `expression` matches as a whole")
	return e
}

// roundsAtOnce is how many rounds are judged in one setting before the next has its turn.
const roundsAtOnce = 2

func (e *fixtures) run(ctx context.Context, r *record) (err error) {
	if e.repeats < 1 {
		return badUsage("--repeats %d: want 1 or more", e.repeats)
	}
	began := time.Now()
	stage, err := e.stage(ctx, e.only)
	if err != nil {
		return err
	}
	defer func() { err = errors.Join(err, stage.close()) }()
	settings := stage.settings()
	seen := map[setting]fixtureCounts{}
	rounds := 0
	for rounds < e.repeats && (rounds == 0 || e.atMost == 0 || time.Since(began) < e.atMost) {
		n := min(roundsAtOnce, e.repeats-rounds)
		for _, s := range settings {
			counts, err := stage.play(ctx, s, n)
			if err != nil {
				return fmt.Errorf("%v, after %d rounds: %w", s, rounds, err)
			}
			if len(counts.fixtures) == 0 {
				return fmt.Errorf("%v: the test reported no fixture: does it build?\n%s", s, strings.Join(counts.whole.output, ""))
			}
			if seen[s].fixtures == nil {
				seen[s] = counts
			} else {
				seen[s].add(counts)
			}
		}
		rounds += n
	}
	r.say("At most %d processes existed at a time.", stage.most())
	return e.judge(r, settings, seen, rounds)
}

// judge records the counts and demands that every fixture passed every time.
func (e *fixtures) judge(r *record, settings []setting, seen map[setting]fixtureCounts, rounds int) error {
	if err := r.row("user", "namespaces", "fixture", "right_verdicts", "wrong_verdicts", "skipped"); err != nil {
		return err
	}
	var wrong []string
	judged := 0
	for _, s := range settings {
		counts := seen[s]
		skipped, failed := 0, 0
		for _, name := range slices.Sorted(maps.Keys(counts.fixtures)) {
			c := counts.fixtures[name]
			if err := r.row(s.user, s.namespaces, name, c.passed, c.failed, c.skipped); err != nil {
				return err
			}
			switch {
			case c.skipped == rounds:
				skipped++
			case c.passed != rounds:
				failed++
				wrong = append(wrong, fmt.Sprintf("%s (%v)", name, s))
				r.say("%v: %s: right %d times, wrong %d times, of %d", s, name, c.passed, c.failed, rounds)
				r.quote(c.output)
			}
		}
		judged += len(counts.fixtures) - skipped
		r.say("%v: %d fixtures were judged %d times each; %d of them got another verdict at least once; %d could not be run here.",
			s, len(counts.fixtures)-skipped, rounds, failed, skipped)
		if failed == 0 && counts.whole.failed > 0 {
			wrong = append(wrong, fmt.Sprintf("processes, descriptors or folders were left behind (%v)", s))
			r.quote(counts.whole.output)
		}
	}
	switch {
	case len(wrong) > 0:
		return doesNotHold("not always right: %s", strings.Join(wrong, ", "))
	case judged == 0:
		return errors.New("no fixture can be run here")
	}
	return nil
}

// quotedLines is how many lines of what the test said about a fixture are kept.
const quotedLines = 60

func (r *record) quote(lines []string) {
	for _, line := range lines[:min(len(lines), quotedLines)] {
		r.say("  %s", strings.TrimRight(line, "\n"))
	}
}
