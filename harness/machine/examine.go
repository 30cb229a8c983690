package machine

import (
	"fmt"
	"io/fs"
	"os"
	"runtime"
	"slices"
	"strings"
	"time"

	"gridjudge/harness/report"
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
	Fact    string
	Value   string
	Level   Level
	Affects string // what is unreliable because of the fact; empty where it is good
	Remedy  string // what to do about it
}

// Examination has the sources of all facts about a machine. Tests replace them.
type Examination struct {
	Root        fs.FS               // files such as proc/stat are read from this root
	Wait        func(time.Duration) // waits between two readings of a file
	Cores       int                 // processors of the machine
	Unprotected []string            // protections that the sandbox of programs lacks here
}

var here = &Examination{Root: os.DirFS("/")}

// Here returns the Examination of the machine that this program runs on. It reads nothing
// yet. unprotected lists the protections that the sandbox of programs lacks.
func Here(unprotected []string) *Examination {
	return &Examination{here.Root, time.Sleep, runtime.NumCPU(), unprotected}
}

// read returns the text of a file, without white space around it; "" where it cannot
// be read.
func (e *Examination) read(path string) string {
	data, _ := fs.ReadFile(e.Root, path)
	return strings.TrimSpace(string(data))
}

// readAll returns the different texts of all files that match a pattern, in order.
func (e *Examination) readAll(pattern string) []string {
	paths, _ := fs.Glob(e.Root, pattern)
	var texts []string
	for _, path := range paths {
		if text := e.read(path); text != "" && !slices.Contains(texts, text) {
			texts = append(texts, text)
		}
	}
	return texts
}

// processor returns the first value of a field of /proc/cpuinfo, or "".
func (e *Examination) processor(name string) string {
	for line := range strings.Lines(e.read("proc/cpuinfo")) {
		if key, value, ok := strings.Cut(line, ":"); ok && strings.TrimSpace(key) == name {
			return strings.TrimSpace(value)
		}
	}
	return ""
}

// loadAverage returns the one-minute load average, -1 if the system has none.
func (e *Examination) loadAverage() (load float64) {
	if _, err := fmt.Sscan(e.read("proc/loadavg"), &load); err != nil {
		return -1
	}
	return load
}

// unfitSlowdown is the slowdown that a machine must be able to show.
const unfitSlowdown = 0.10

// Findings are the facts about a machine.
type Findings []Finding

// Table returns a row per finding, and a note about each that affects something.
func (fs Findings) Table() *report.Table {
	t := &report.Table{Columns: []report.Column{
		{Name: "fact"}, {Name: "found"}, {Name: "state"}, {Name: "affects", Data: true}, {Name: "remedy", Data: true},
	}}
	for _, f := range fs {
		state := report.Marked(string(f.Level), map[Level]report.Tone{Unfit: report.Bad}[f.Level])
		t.Add(report.String(f.Fact), report.String(f.Value), state, report.String(f.Affects), report.String(f.Remedy))
		if f.Affects != "" {
			t.Notef("%s affects %s.\n    To do: %s.", f.Fact, f.Affects, f.Remedy)
		}
	}
	return t
}

// Fit returns an error if a finding makes all times unreliable.
func (fs Findings) Fit() error {
	for _, f := range fs {
		if f.Level == Unfit {
			return fmt.Errorf("this machine is not fit to measure: see %s above", f.Fact)
		}
	}
	return nil
}

// DetectableSlowdown returns the finding about the smallest slowdown that can be detected, as a share of the time;
// +Inf if it is unknown. value says the same in words, and how it was measured.
func DetectableSlowdown(slowdown float64, value string) Finding {
	f := Finding{Fact: "detectable slowdown", Value: value, Level: Good}
	if slowdown >= unfitSlowdown {
		f.Level, f.Affects = Unfit, "comparisons: smaller slowdowns are not found"
		f.Remedy = "mend the facts above, or compare with more rounds"
	}
	return f
}
