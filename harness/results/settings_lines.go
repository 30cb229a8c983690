package results

import (
	"cmp"
	"fmt"
	"strconv"
	"strings"
	"time"

	"gridjudge/harness/judge"
)

// This file writes and reads the settings in a file of samples. They are needed there, because some settings change the
// meaning of a time: for example, with --solutions 2 a search goes on after the first solution. A file of samples
// contains the settings that change what is searched (OfWork), and the settings that change which answers are accepted
// (OfRules). Each of them is a line of the configuration at the head of the file, such as "solutions: 2" or
// "limits: time=20ms". benchstat puts files that differ in such a line into separate tables.
//
// A setting with its default value has no line. So if a line is missing, the setting has its default. This is also
// right for files of older versions and of other programs.

// settingLine is one of these settings. The function text returns its value, or "" for the default. The function parse
// reads the value.
type settingLine struct {
	key   string
	text  func(r *Request) string
	parse func(r *Request, text string) error
}

var settingLines = []settingLine{
	{"solutions", func(r *Request) string {
		if r.Wanted() == 1 {
			return ""
		}
		return strconv.FormatUint(r.Solutions, 10)
	}, func(r *Request, text string) (err error) {
		if r.Solutions, err = strconv.ParseUint(text, 10, 64); err != nil || r.Solutions == 0 {
			err = fmt.Errorf("%q: want a number of solutions above 0", text)
		}
		return err
	}},
	{"limits", func(r *Request) string {
		rules := r.Limits
		rules.Confined = false
		return rules.String()
	}, func(r *Request, text string) error {
		for part := range strings.SplitSeq(text, ",") {
			key, value, _ := strings.Cut(part, "=")
			if err := r.Limits.Set(key, value); err != nil {
				return fmt.Errorf("%s: %w", key, err)
			}
		}
		return nil
	}},
	switchLine("keep-going", func(r *Request) *bool { return &r.KeepGoing }),
	switchLine("per-case", func(r *Request) *bool { return &r.PerCase }),
	switchLine("strict", func(r *Request) *bool { return &r.Strict }),
}

// switchLine returns the line of a flag that takes no value.
func switchLine(key string, of func(r *Request) *bool) settingLine {
	return settingLine{key, func(r *Request) string {
		if *of(r) {
			return "true"
		}
		return ""
	}, func(r *Request, text string) (err error) {
		if *of(r), err = strconv.ParseBool(text); err != nil {
			err = fmt.Errorf("%q: want true or false", text)
		}
		return err
	}}
}

// lines returns the lines of a request for the head of a file.
func (r *Request) lines() (text []byte) {
	for _, s := range settingLines {
		if value := s.text(r); value != "" {
			text = fmt.Appendf(text, "%s: %s\n", s.key, value)
		}
	}
	return text
}

// readAsked reads the settings of a result of a bare file from its configuration.
func (r *Result) readAsked() error {
	r.asked = &Request{}
	for _, s := range settingLines {
		if value := r.value(s.key); value != "" {
			if err := s.parse(r.asked, value); err != nil {
				return fmt.Errorf("the configuration %s: %w", s.key, err)
			}
		}
	}
	return nil
}

// Request returns what was asked for, as far as it is known. For a bare file, these are the settings in its lines.
func (r *Run) Request() *Request {
	if r.Manifest != nil {
		return &r.Manifest.Request
	}
	for _, res := range r.Results {
		if res.asked != nil {
			return res.asked
		}
	}
	return &Request{}
}

// Differences returns the settings in which two runs differ. If both runs are recorded, it compares all settings of
// their requests. If one of the runs is a bare file, it compares only the settings that change what is searched or
// which answers are accepted, because a bare file does not contain the others. For example, it does not contain the
// processor to which the run was bound. The comparison is made for each benchmark by itself, because the benchmarks of
// one bare file may have different settings.
func (r *Run) Differences(o *Run) (all []Difference) {
	if r.Manifest != nil && o.Manifest != nil {
		return r.Manifest.Differences(&o.Manifest.Request, OfPlace)
	}
	others := ByBenchmark(o.Results)
	for _, res := range r.Results {
		if other := others[res.Benchmark]; other != nil {
			all = With(all, r.asked(res).Differences(o.asked(other), OfRules)...)
		}
	}
	return all
}

// OtherRules reports whether two recorded results were judged with different limits or rules. It is false if the rules
// of one of them are not known.
func (r *Result) OtherRules(o *Result) bool {
	return r.asked != nil && o.asked != nil && len(r.asked.Differences(o.asked, OfRules)) > 0
}

// asked returns what was asked for when a result of the run was made.
func (r *Run) asked(res *Result) *Request { return cmp.Or(res.asked, r.Request()) }

// maxScale bounds the factor of time limits. It turns a limit of a day into 27 years, and a Duration cannot hold more
// than 292 years.
const maxScale = 10_000

// Set sets a limit by its key in --limits. It does not know the least value that a program can run with: package
// program checks that.
func (l *Limits) Set(key, value string) (err error) {
	switch key {
	case "time":
		l.Time = new(time.Duration)
		if value != None {
			*l.Time, err = parseLimit(value)
		}
	case "case":
		if l.Case, err = parseLimit(value); err == nil && l.Case == 0 {
			err = fmt.Errorf("%q: want a time above 0; without case= a case has no limit of its own", value)
		}
	case "nodes":
		if l.Nodes, err = strconv.ParseUint(value, 10, 64); err != nil || l.Nodes == 0 {
			err = fmt.Errorf("%q: want a number of search calls above 0; without nodes= there is no such limit", value)
		}
	case "scale":
		if l.Scale, err = strconv.ParseFloat(value, 64); err != nil || !(l.Scale > 0 && l.Scale <= maxScale) { // NaN is rejected, too
			err = fmt.Errorf("%q: want a number above 0 and at most %v", value, maxScale)
		}
	case "memory":
		l.Memory, err = judge.ParseSize(value)
	case "address-space":
		l.Address, err = judge.ParseSize(value)
	case "wall":
		if l.Wall, err = parseLimit(value); err == nil && l.Wall == 0 {
			err = fmt.Errorf("%q: want a time above 0", value)
		}
	case "processes":
		if l.Processes, err = strconv.Atoi(value); err != nil || l.Processes < 1 {
			err = fmt.Errorf("%q: want a number of processes above 0", value)
		}
	default:
		err = fmt.Errorf("want KEY=VALUE with a KEY of time, case, nodes, scale, memory, address-space, wall, processes")
	}
	return err
}

func parseLimit(text string) (time.Duration, error) {
	d, err := time.ParseDuration(text)
	if err != nil || d < 0 {
		err = fmt.Errorf("%q: want a time such as 500ms or 10s", text)
	}
	return d, err
}
