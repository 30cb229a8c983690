package results

import (
	"fmt"
	"path/filepath"
	"slices"

	"gridjudge/harness/machine"
	"gridjudge/harness/report"
)

// Provenance returns one line with the commit, the machine and the settings of a run.
func (r *Run) Provenance() string {
	m := r.Manifest
	line := filepath.Base(r.Label) + ":"
	if m == nil {
		for _, key := range []string{"cpu", "goos", "goarch", "goversion"} {
			if v := r.Config(key); v != "" {
				line += " " + v
			}
		}
		return line
	}
	line += " commit " + m.Plan.Revision(12)
	if m.Plan.Commit == machine.Unknown && m.Plan.Executable != "" {
		line += " (executable " + m.Plan.Executable + ")"
	}
	for i, origin := range r.Origins {
		if i == 0 || origin.Machine != r.Origins[i-1].Machine {
			line += ", " + origin.Machine.String()
		}
	}
	if m.Verb == "judge" {
		return line + ", recorded by judge: each pass was timed once, without warming up"
	}
	line += ", " + report.Counted(m.Plan.Rounds, "round")
	// A sample of a program is one pass, whatever --time is.
	if m.Plan.MinTime > 0 && slices.ContainsFunc(r.Results, func(b *Result) bool { return !b.Process }) {
		line += fmt.Sprintf("; a sample of a solver is as many passes as fill %v", m.Plan.MinTime)
	}
	return line
}

// Incomparable returns a sentence for each of ConfigKeys in which the runs differ. Their corpus, the choice of sets, matters
// only where a bare file has nothing else to tell: other results have the digest of their own set.
// (To pool samples needs more: Manifest.Poolable.)
func Incomparable(runs []*Run) (out []string) {
	bare := slices.ContainsFunc(runs, func(run *Run) bool { return run.Manifest == nil })
	for _, key := range ConfigKeys {
		var values []string
		for _, run := range runs {
			if v := run.Config(key); v != "" && !slices.Contains(values, v) {
				values = append(values, v)
			}
		}
		if len(values) > 1 && (bare || key != "corpus") {
			out = append(out, fmt.Sprintf("the runs differ in %s: %q and %q", key, values[0], values[1]))
		}
	}
	return out
}
