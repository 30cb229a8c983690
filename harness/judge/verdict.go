package judge

import (
	"fmt"
	"strings"
)

// Verdict is the judgement on a run. The zero value is NotJudged, so a verdict that was never derived is not
// Accepted.
type Verdict uint8

// The verdicts, in ascending precedence: if several apply to one run, the last of them in this list is its verdict.
const (
	NotJudged         Verdict = iota
	Accepted                  // AC
	PresentationError         // PE: right but for white space
	WrongAnswer               // WA
	RuntimeError              // RE: a non-zero exit status, a signal, a panic, no start, too many processes
	OutputLimit               // OLE
	TimeLimit                 // TLE: also a spent node budget
	MemoryLimit               // MLE
	CompileError              // CE: the build command failed
	JudgeError                // JE: an internal error, never the contestant's failure
)

var verdictNames = [...]struct{ short, long string }{
	NotJudged:         {"-", "not judged"},
	Accepted:          {"AC", "accepted"},
	PresentationError: {"PE", "presentation error"},
	WrongAnswer:       {"WA", "wrong answer"},
	RuntimeError:      {"RE", "runtime error"},
	OutputLimit:       {"OLE", "output limit exceeded"},
	TimeLimit:         {"TLE", "time limit exceeded"},
	MemoryLimit:       {"MLE", "memory limit exceeded"},
	CompileError:      {"CE", "compile error"},
	JudgeError:        {"JE", "judge error"},
}

// Verdicts lists all verdicts but NotJudged, from AC to JE.
func Verdicts() (all []Verdict) {
	for v := Accepted; v <= JudgeError; v++ {
		all = append(all, v)
	}
	return all
}

// String returns the short form that online judges show, such as AC, WA or TLE. It returns "-" for NotJudged.
func (v Verdict) String() string { return verdictNames[v].short }

// Long returns the verdict in words.
func (v Verdict) Long() string { return verdictNames[v].long }

// Repeats reports whether the verdict is the same in every run. It is not if time, memory or the judge decided it.
func (v Verdict) Repeats() bool { return v != TimeLimit && v != MemoryLimit && v != JudgeError }

// MarshalText writes the short form.
func (v Verdict) MarshalText() ([]byte, error) { return []byte(v.String()), nil }

// UnmarshalText reads the short form.
func (v *Verdict) UnmarshalText(text []byte) error {
	for known, name := range verdictNames {
		if name.short == string(text) {
			*v = Verdict(known)
			return nil
		}
	}
	return fmt.Errorf("unknown verdict %q: want one of %v", text, Verdicts())
}

// Tally counts verdicts. A verdict that is missing has the count 0.
type Tally map[Verdict]int

// String lists the counts in ascending precedence: "97 AC, 3 WA".
func (t Tally) String() string {
	var parts []string
	if n := t[NotJudged]; n > 0 {
		parts = append(parts, fmt.Sprintf("%d not run", n))
	}
	for _, v := range Verdicts() {
		if n := t[v]; n > 0 {
			parts = append(parts, fmt.Sprintf("%d %s", n, v))
		}
	}
	return strings.Join(parts, ", ")
}
