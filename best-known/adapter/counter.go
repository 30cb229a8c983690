package main

import (
	"errors"
	"fmt"
	"os"
	"regexp"
	"strconv"
	"strings"
)

// counter adds up numbers that COMMAND writes, such as its conflicts, over all runs of COMMAND.
type counter struct {
	name    string
	pattern *regexp.Regexp // its groups match the numbers
	sum     uint64
}

// newCounter reads the NAME=REGEXP of the flag --count.
func newCounter(text string) (*counter, error) {
	name, pattern, ok := strings.Cut(text, "=")
	if !ok || name == "" {
		return nil, errors.New("want NAME=REGEXP, such as 'guesses=([0-9]+) guesses'")
	}
	compiled, err := regexp.Compile(pattern)
	if err != nil {
		return nil, err
	}
	if compiled.NumSubexp() == 0 {
		return nil, errors.New("the regular expression has no group: put what matches the number into ( )")
	}
	return &counter{name: name, pattern: compiled}, nil
}

// add adds the numbers in text, and reports whether text matches at all.
func (c *counter) add(text []byte) (matches bool, err error) {
	for _, groups := range c.pattern.FindAllSubmatch(text, -1) {
		matches = true
		for _, number := range groups[1:] {
			if number == nil { // the group belongs to another alternative of the regular expression
				continue
			}
			n, err := strconv.ParseUint(string(number), 10, 64)
			if err != nil {
				return true, fmt.Errorf("--count %s: a group matches %.40q, want a whole number", c.name, number)
			}
			c.sum += n
		}
	}
	return matches, nil
}

// count adds to the counters what the last run of the command wrote. Each regular expression is looked for in standard
// error, and only if it does not match there, in standard output: that may hold the answers, and reading them takes time.
func (p *program) count() error {
	for _, c := range p.counters {
		matches, err := c.add(p.messages.Bytes())
		if err == nil && !matches {
			var printed []byte
			if printed, err = os.ReadFile(p.stdout); err == nil {
				matches, err = c.add(printed)
			}
		}
		if err == nil && !matches {
			err = fmt.Errorf("--count %s: %q matches nothing that %s wrote to standard error or standard output",
				c.name, c.pattern, p.command[0])
		}
		if err != nil {
			return err
		}
	}
	return nil
}

// report writes the counters to the file in which the judge looks for them (gridjudge help counters), if there is one.
func (p *program) report() error {
	file := os.Getenv("GRIDJUDGE_COUNTERS")
	if file == "" || len(p.counters) == 0 {
		return nil
	}
	var text strings.Builder
	for _, c := range p.counters {
		fmt.Fprintln(&text, c.name, c.sum)
	}
	return os.WriteFile(file, []byte(text.String()), 0o600)
}
