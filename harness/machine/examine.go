package machine

import (
	"fmt"
	"io/fs"
	"os"
	"strings"
	"time"
)

// Level says how bad a finding is.
type Level string

// The levels.
const (
	Good    Level = "ok"
	Limited Level = "limited" // measuring works, with a drawback
	Unfit   Level = "unfit"   // measured times are not to be relied on
	Hidden  Level = "hidden"  // this system does not show it
)

// Finding is one fact about the machine.
type Finding struct {
	Fact   string
	Value  string
	Level  Level
	Spoils string // what the fact spoils; empty where it is good
	Remedy string // what to do about it
}

// Examination has the sources of all facts about a machine. Tests replace them.
type Examination struct {
	Root        fs.FS                // files such as proc/stat are read from this root
	Wait        func(time.Duration)  // waits between two readings of a file
	Clock       func() time.Duration // the clock whose resolution is measured
	Cores       int                  // processors of the machine
	Unprotected []string             // protections that the sandbox of programs lacks here
}

// Here returns the Examination of the machine that this program runs on. It reads nothing
// yet. cores is the number of processors. unprotected lists the protections that the
// sandbox of programs lacks.
func Here(cores int, unprotected []string) *Examination {
	start := time.Now()
	return &Examination{
		Root: os.DirFS("/"), Wait: time.Sleep, Cores: cores, Unprotected: unprotected,
		Clock: func() time.Duration { return time.Since(start) },
	}
}

// Examine reads the facts and returns all findings. It takes two seconds, because it
// measures the stolen processor time over this time.
func (e *Examination) Examine() Findings {
	return Findings{
		e.governor(), e.turbo(), e.siblings(), e.steal(), e.load(), e.timer(), e.memory(),
		e.namespaces(), e.cgroups(), e.counters(),
	}
}

// read returns the text of a file, without white space around it; "" where it cannot
// be read.
func (e *Examination) read(path string) string {
	data, err := fs.ReadFile(e.Root, path)
	if err != nil {
		return ""
	}
	return strings.TrimSpace(string(data))
}

// readAll returns the different texts of all files that match a pattern, in order.
func (e *Examination) readAll(pattern string) []string {
	paths, err := fs.Glob(e.Root, pattern)
	if err != nil {
		return nil
	}
	var texts []string
	seen := map[string]bool{}
	for _, path := range paths {
		if text := e.read(path); text != "" && !seen[text] {
			seen[text] = true
			texts = append(texts, text)
		}
	}
	return texts
}

// good returns a finding without a drawback.
func good(fact, format string, args ...any) Finding {
	return Finding{Fact: fact, Value: fmt.Sprintf(format, args...), Level: Good}
}

// hidden returns a finding about something that this system does not show.
func hidden(fact, spoils, remedy string) Finding {
	return Finding{Fact: fact, Value: "not shown by this system", Level: Hidden, Spoils: spoils, Remedy: remedy}
}
