package main

import (
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"strings"
)

// fixtureCounts count the outcomes of every fixture, and those of the whole test.
type fixtureCounts struct {
	fixtures map[string]*fixtureCount
	whole    *fixtureCount
}

// fixtureCount counts outcomes.
type fixtureCount struct {
	passed, failed, skipped int
	output                  []string // of what failed
}

func (c *fixtureCount) add(other *fixtureCount) {
	c.passed += other.passed
	c.failed += other.failed
	c.skipped += other.skipped
	c.output = append(c.output, other.output...)
}

func (c fixtureCounts) add(other fixtureCounts) {
	for name, count := range other.fixtures {
		if c.fixtures[name] == nil {
			c.fixtures[name] = new(fixtureCount)
		}
		c.fixtures[name].add(count)
	}
	c.whole.add(other.whole)
}

// countFixtures reads what `go test -json` prints of TestFixtures/ROUND/FIXTURE. A test
// that breaks off has failed.
func countFixtures(events io.Reader) (fixtureCounts, error) {
	seen := fixtureCounts{map[string]*fixtureCount{}, new(fixtureCount)}
	output := map[string][]string{}
	for decoder := json.NewDecoder(events); ; {
		var event struct{ Action, Test, Output string }
		if err := decoder.Decode(&event); errors.Is(err, io.EOF) {
			if seen.whole.passed == 0 {
				seen.whole.failed = 1
				seen.whole.output = append(seen.whole.output, output[""]...)
			}
			return seen, nil
		} else if err != nil {
			return seen, fmt.Errorf("the events of the test: %w", err)
		}
		count := seen.whole
		if parts := strings.SplitN(event.Test, "/", 3); len(parts) == 3 {
			if seen.fixtures[parts[2]] == nil {
				seen.fixtures[parts[2]] = new(fixtureCount)
			}
			count = seen.fixtures[parts[2]]
		}
		switch event.Action {
		case "output":
			output[event.Test] = append(output[event.Test], event.Output)
			continue
		case "run", "pause", "cont", "start":
			continue
		}
		if count == seen.whole && event.Test != "TestFixtures" {
			continue // a round, or the program
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
		delete(output, event.Test)
	}
}
