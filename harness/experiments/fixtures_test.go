package main

import (
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

func recordedFixtures(events ...string) experiment {
	return altered(fixturesExperiment, func(flags *flag.FlagSet) runner {
		e := newFixtures(flags)
		e.events = strings.NewReader(strings.Join(events, ""))
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
	o := start(t, recordedFixtures(right...), "--repeats", "2")
	o.holds(t)
	assert.Equal(t, [][]string{{"network", "0", "0", "2"}, {"right", "2", "0", "0"}}, o.rows[1:])
	assert.Contains(t, o.summary, "1 fixtures were judged 2 times each; 0 of them got another verdict at least once; 1 could not be run here.")

	wrong := append([]string{event("output", "TestFixtures/2/sleeps", "want TLE, got AC\n"), event("fail", "TestFixtures/2/sleeps", ""), event("pass", "TestFixtures/1/sleeps", "")}, right...)
	o = start(t, recordedFixtures(wrong...), "--repeats", "2")
	o.refuted(t, "not always right: sleeps")
	assert.Contains(t, o.summary, "want TLE, got AC")

	o = start(t, recordedFixtures(right[:3]...), "--repeats", "2")
	assert.Equal(t, exitRefuted, o.status, "the test broke off: %s", o.stderr)

	leaks := append(append([]string{}, right[:7]...), event("fail", "TestFixtures", ""))
	start(t, recordedFixtures(leaks...), "--repeats", "2").refuted(t, "left behind")
}

func TestFixturesFailsWithoutEvents(t *testing.T) {
	for _, events := range [][]string{nil, {event("start", "", ""), event("fail", "", "")}, {event("run", "TestFixtures", ""), event("pass", "TestFixtures", "")}} {
		o := start(t, recordedFixtures(events...))
		assert.Equal(t, exitFailed, o.status)
		assert.Contains(t, o.stderr, "reported no fixture")
		assert.Equal(t, failed, o.manifest.Outcome)
	}
	o := start(t, recordedFixtures("no JSON"))
	assert.Equal(t, exitFailed, o.status)
}

func TestShortFixtures(t *testing.T) {
	if runtime.GOOS != "linux" {
		t.Skip("the fixtures need Linux")
	}
	start(t, fixturesExperiment, "--short").holds(t)
}
