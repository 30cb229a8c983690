package main

import (
	"context"
	"encoding/json"
	"errors"
	"flag"
	"fmt"
	"io"
	"os/exec"
	"slices"
	"strconv"
	"strings"
)

var fixturesExperiment = experiment{
	name:  "fixtures",
	claim: "every fixture of package program, a program with one fault, gets its verdict every time, with and without other load",
	setUp: func(flags *flag.FlagSet) runner { return newFixtures(flags) },
	short: map[string]string{"repeats": "2", "only": "right"},
}

// fixtures runs the test of package program that judges its fixtures, many
// times, and counts the outcomes that the test reports.
type fixtures struct {
	repeats int
	only    string

	// events is what `go test -json` prints; nil outside of tests.
	events io.Reader
}

func newFixtures(flags *flag.FlagSet) *fixtures {
	e := new(fixtures)
	flags.IntVar(&e.repeats, "repeats", 50, "how often each fixture is judged; every second time under load")
	flags.StringVar(&e.only, "only", "", "run the fixtures of this `name` alone")
	return e
}

func (e *fixtures) run(ctx context.Context, r *record) error {
	if e.repeats < 1 {
		return badUsage("--repeats %d: want 1 or more", e.repeats)
	}
	var seen map[string]*fixtureCount
	var err error
	if e.events != nil {
		seen, err = countFixtures(e.events)
	} else {
		seen, err = e.test(ctx)
	}
	if err != nil {
		return err
	}
	return e.judge(r, seen)
}

// test runs the test and counts its events. A failing test is a finding, which
// its events carry.
func (e *fixtures) test(ctx context.Context) (map[string]*fixtureCount, error) {
	pattern := "^TestFixtures$"
	if e.only != "" {
		pattern += "/./^" + e.only + "(#\\d+)?$"
	}
	cmd := exec.CommandContext(ctx, "go", "test", "-json", "-count", "1", "-timeout", "3h", "-run", pattern,
		"gridjudge/harness/program", "-repeats", strconv.Itoa(e.repeats))
	var stderr strings.Builder
	cmd.Stderr = &stderr
	out, err := cmd.StdoutPipe()
	if err != nil {
		return nil, err
	}
	if err := cmd.Start(); err != nil {
		return nil, err
	}
	seen, err := countFixtures(out)
	io.Copy(io.Discard, out) // so that the test can end
	ended := cmd.Wait()
	var exit *exec.ExitError
	switch {
	case ctx.Err() != nil:
		return nil, ctx.Err()
	case err != nil:
		return nil, fmt.Errorf("go test: %w: %s", err, stderr.String())
	case ended != nil && !errors.As(ended, &exit):
		return nil, ended
	}
	return seen, nil
}

// fixtureCount counts the outcomes of one fixture.
type fixtureCount struct {
	passed, failed, skipped int
	output                  []string // of what failed
}

// countFixtures reads what `go test -json` prints of TestFixtures/ROUND/FIXTURE.
// The name "" counts the test as a whole.
func countFixtures(events io.Reader) (map[string]*fixtureCount, error) {
	seen := map[string]*fixtureCount{}
	output := map[string][]string{}
	for decoder := json.NewDecoder(events); ; {
		var event struct{ Action, Test, Output string }
		if err := decoder.Decode(&event); errors.Is(err, io.EOF) {
			return seen, nil
		} else if err != nil {
			return nil, fmt.Errorf("the events of the test: %w", err)
		}
		parts := strings.SplitN(event.Test, "/", 3)
		name := ""
		switch {
		case len(parts) == 3:
			name = parts[2]
		case event.Test != "TestFixtures":
			continue
		}
		if event.Action == "output" {
			output[event.Test] = append(output[event.Test], event.Output)
			continue
		}
		count := seen[name]
		if count == nil {
			count = new(fixtureCount)
			seen[name] = count
		}
		switch event.Action {
		case "pass":
			count.passed++
		case "fail":
			count.failed++
			count.output = append(count.output, output[event.Test]...)
		case "skip":
			count.skipped++
		}
		if event.Action != "run" && event.Action != "pause" && event.Action != "cont" {
			delete(output, event.Test)
		}
	}
}

// judge records the counts and demands that every fixture passed every time.
func (e *fixtures) judge(r *record, seen map[string]*fixtureCount) error {
	whole := seen[""]
	delete(seen, "")
	if whole == nil || len(seen) == 0 {
		return errors.New("the test reported no fixture: does it build?")
	}
	if err := r.row("fixture", "right_verdicts", "wrong_verdicts", "skipped"); err != nil {
		return err
	}
	var names, wrong []string
	skipped := 0
	for name := range seen {
		names = append(names, name)
	}
	slices.Sort(names)
	for _, name := range names {
		c := seen[name]
		if err := r.row(name, c.passed, c.failed, c.skipped); err != nil {
			return err
		}
		switch {
		case c.skipped == e.repeats:
			skipped++
		case c.passed != e.repeats:
			wrong = append(wrong, name)
			r.say("%s: right %d times, wrong %d times, of %d", name, c.passed, c.failed, e.repeats)
			for _, line := range c.output {
				r.say("  %s", strings.TrimRight(line, "\n"))
			}
		}
	}
	r.say("%d fixtures were judged %d times each; %d of them got another verdict at least once; %d could not be run here.",
		len(names)-skipped, e.repeats, len(wrong), skipped)
	switch {
	case len(wrong) > 0:
		return doesNotHold("not always right: %s", strings.Join(wrong, ", "))
	case whole.passed == 0:
		for _, line := range whole.output {
			r.say("%s", strings.TrimRight(line, "\n"))
		}
		return doesNotHold("the test as a whole failed: processes, descriptors or folders were left behind")
	case skipped == len(names):
		return errors.New("no fixture can be run here")
	}
	return nil
}
