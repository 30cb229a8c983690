package main

import (
	"context"
	"flag"
	"fmt"
	"runtime"
	"strings"
	"testing"

	"github.com/stretchr/testify/assert"
)

// event is a line of `go test -json`.
func event(action, test, output string) string {
	return fmt.Sprintf("{\"Action\":%q,\"Test\":%q,\"Output\":%q}\n", action, test, output)
}

// recordedStage has the events of one setting, for each time that it is played.
type recordedStage struct{ events [][]string }

func (*recordedStage) settings() []setting { return []setting{{"root", "with namespaces"}} }
func (*recordedStage) most() int           { return 7 }
func (*recordedStage) close() error        { return nil }

func (s *recordedStage) play(context.Context, setting, int) (fixtureCounts, error) {
	events := s.events[0]
	s.events = s.events[1:]
	return countFixtures(strings.NewReader(strings.Join(events, "")))
}

func recordedFixtures(events ...[]string) experiment {
	return altered(fixturesExperiment, func(flags *flag.FlagSet) runner {
		e := newFixtures(flags)
		e.stage = func(context.Context, string) (fixtureStage, error) { return &recordedStage{events}, nil }
		return e
	})
}

func TestFixturesCountsEvents(t *testing.T) {
	right := []string{
		event("start", "", ""), event("run", "TestFixtures", ""),
		event("pass", "TestFixtures/1/right", ""), event("pass", "TestFixtures/2/right", ""),
		event("skip", "TestFixtures/1/network", ""), event("skip", "TestFixtures/2/network", ""),
		event("pass", "TestFixtures/1", ""), event("pass", "TestFixtures", ""), event("pass", "", ""),
	}
	o := start(t, recordedFixtures(right), "--repeats", "2")
	o.holds(t)
	assert.Equal(t, [][]string{
		{"root", "with namespaces", "network", "0", "0", "2"}, {"root", "with namespaces", "right", "2", "0", "0"}}, o.rows[1:])
	assert.Contains(t, o.summary, "At most 7 processes existed at a time.")
	assert.Contains(t, o.summary, "root, with namespaces: 1 fixtures were judged 2 times each; 0 of them got another verdict at least once; 1 could not be run here.")

	wrong := append([]string{event("output", "TestFixtures/2/sleeps", "want TLE, got AC\n"), event("fail", "TestFixtures/2/sleeps", ""), event("pass", "TestFixtures/1/sleeps", "")}, right...)
	o = start(t, recordedFixtures(wrong), "--repeats", "2")
	o.refuted(t, "not always right: sleeps (root, with namespaces)")
	assert.Contains(t, o.summary, "want TLE, got AC")

	o = start(t, recordedFixtures(right[:3]), "--repeats", "2")
	assert.Equal(t, exitRefuted, o.status, "the test broke off: %s", o.stderr)

	leaks := append(append([]string{}, right[:7]...), event("fail", "TestFixtures", ""))
	start(t, recordedFixtures(leaks), "--repeats", "2").refuted(t, "left behind")
}

func TestFixturesAddsRounds(t *testing.T) {
	round := func(verdict string) (events []string) {
		for i := range roundsAtOnce {
			events = append(events, event(verdict, fmt.Sprintf("TestFixtures/%d/right", i+1), ""))
		}
		return append(events, event("pass", "TestFixtures", ""))
	}
	o := start(t, recordedFixtures(round("pass"), round("pass")), "--repeats", fmt.Sprint(2*roundsAtOnce))
	o.holds(t)
	assert.Equal(t, fmt.Sprint(2*roundsAtOnce), o.rows[1][3])
	start(t, recordedFixtures(round("pass"), round("fail")), "--repeats", fmt.Sprint(2*roundsAtOnce)).refuted(t, "not always right: right")

	o = start(t, recordedFixtures(round("pass")), "--repeats", "1000", "--at-most", "1ns")
	o.holds(t)
	assert.Contains(t, o.summary, fmt.Sprintf("judged %d times each", roundsAtOnce), "the number is that of the rounds that were judged")
}

func TestFixturesFailsWithoutEvents(t *testing.T) {
	for _, events := range [][]string{nil, {event("start", "", ""), event("fail", "", "")}, {event("run", "TestFixtures", ""), event("pass", "TestFixtures", "")}} {
		o := start(t, recordedFixtures(events))
		assert.Equal(t, exitFailed, o.status)
		assert.Contains(t, o.stderr, "reported no fixture")
		assert.Equal(t, failed, o.manifest.Outcome)
	}
	o := start(t, recordedFixtures([]string{"no JSON"}))
	assert.Equal(t, exitFailed, o.status)
}

func TestShortFixtures(t *testing.T) {
	if runtime.GOOS != "linux" {
		t.Skip("the fixtures need Linux")
	}
	start(t, fixturesExperiment, "--short").holds(t)
}
