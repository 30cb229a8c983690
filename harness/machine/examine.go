package machine

import (
	"io/fs"
	"os"
	"slices"
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
	Fact    string
	Value   string
	Level   Level
	Affects string // what is unreliable because of the fact; empty where it is good
	Remedy  string // what to do about it
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
	var found Findings
	for _, c := range checks {
		f := Finding{Fact: c.fact, Affects: c.affects, Remedy: c.remedy}
		switch f.Value, f.Level = c.look(e); {
		case f.Value == "":
			f.Value, f.Level = "not shown by this system", Hidden
		case f.Level == Good:
			f.Affects, f.Remedy = "", ""
		}
		found = append(found, f)
	}
	return found
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
