package results

import (
	"fmt"
	"slices"
	"strings"

	"gridjudge/harness/machine"
	"gridjudge/harness/report"
)

// Caption returns the provenance of each run, and the digest of its cases, for a caption.
func Caption(runs []*Run) string {
	var parts []string
	for _, run := range runs {
		part := run.Provenance()
		if run.Manifest != nil {
			part += ", cases " + run.Config("corpus")
		}
		parts = append(parts, part+".")
	}
	return strings.Join(parts, " ")
}

// Unusual lists for people the settings that change what is searched or what is accepted, such as "--solutions 2", and
// the limits that programs have of their own (see Plan.OwnLimits). It is "" if all settings have their defaults.
func (m *Manifest) Unusual() string {
	all := m.Plan.OwnLimits()
	if asked := m.Request.Unusual(); asked != "" {
		all = append([]string{asked}, all...)
	}
	return strings.Join(all, "; ")
}

// Provenance says in one line where the figures of a run come from: its commit, machine and settings.
func (r *Run) Provenance() string {
	m := r.Manifest
	line := r.Name() + ":"
	if m == nil {
		for _, key := range []string{"cpu", "goos", "goarch", "goversion"} {
			if v := r.Config(key); v != "" {
				line += " " + v
			}
		}
		if strings.HasSuffix(line, ":") {
			line += " a file of benchmarks that names no machine"
		}
		if unusual := r.Request().Unusual(); unusual != "" {
			line += ", " + unusual
		}
		return line
	}
	line += " commit " + m.Plan.Revision(12)
	if m.Plan.Commit == machine.Unknown && m.Plan.Executable != "" {
		line += " (executable " + m.Plan.Executable + ")"
	}
	if n := len(m.Origins); n > 0 {
		var shards []int // a shard may have been run again
		for _, origin := range m.Origins {
			shards = With(shards, origin.Shard.Index)
		}
		line += ", merged from " + report.Counted(len(shards), "shard")
		if n > len(shards) {
			line += " in " + report.Counted(n, "run")
		}
	}
	for i, origin := range r.Origins {
		if i == 0 || origin.Machine != r.Origins[i-1].Machine {
			line += ", " + origin.Machine.String()
		}
	}
	shown := *m // without the programs that are not among the results, such as those that a filter leaves out
	shown.Plan.Programs = slices.DeleteFunc(slices.Clone(m.Plan.Programs), func(p Receipt) bool {
		return !slices.ContainsFunc(r.Results, func(b *Result) bool { return b.Solver == p.Name })
	})
	if unusual := shown.Unusual(); unusual != "" {
		line += ", " + unusual
	}
	if m.CPU != nil {
		line += fmt.Sprintf(", --cpu %d", *m.CPU)
	}
	if m.Verb == "judge" {
		times := "once"
		if m.Rounds > 1 {
			times = fmt.Sprintf("%d times", m.Rounds)
		}
		return line + ", recorded by judge: each pass was timed " + times + ", without warming up"
	}
	line += ", " + r.rounds()
	// A sample of a program is one pass, whatever --time is.
	if m.MinTime > 0 && slices.ContainsFunc(r.Results, func(b *Result) bool { return !b.Process }) {
		line += fmt.Sprintf("; a sample of a solver is as many passes as fill %v", m.MinTime)
	}
	return line
}

// rounds says how many rounds were measured. The number can differ between the benchmarks of compare, because it may
// end the rounds of a benchmark early, and adds the rounds of its second measurement.
func (r *Run) rounds() string {
	planned := report.Counted(r.Manifest.Rounds, "round")
	if r.Manifest.Ended.IsZero() {
		return planned + " planned"
	}
	var samples []int
	for _, res := range r.Results {
		if res.Accepted() && len(res.Samples) > 0 {
			samples = append(samples, len(res.Samples))
		}
	}
	if len(samples) == 0 {
		return planned
	}
	least, most := slices.Min(samples), slices.Max(samples)
	if least < most {
		return fmt.Sprintf("%d to %d rounds, by benchmark", least, most)
	}
	return report.Counted(most, "round")
}

// Incomparable lists the reasons why the times of runs must not be compared. It compares the properties of the runs, such
// as the processor and the version of Go (ConfigKeys), and returns a sentence for each property in which the runs
// differ. If it returns nothing, the times may be compared. Manifest.Apart is stricter:
// it checks whether samples may even be used together as if they came from one run.
//
// The property corpus, a digest of all chosen sets, counts only if one of the runs is a bare file. Recorded runs may
// have been made with different choices of sets, because each of their results has the digest of its own set.
func Incomparable(runs []*Run) (out []string) {
	bare := slices.ContainsFunc(runs, func(run *Run) bool { return run.Manifest == nil })
	differ := func(key string, of func(*Run) string) {
		var values []string
		for _, run := range runs {
			if v := of(run); v != "" && !slices.Contains(values, v) {
				values = append(values, v)
			}
		}
		if len(values) > 1 {
			out = append(out, fmt.Sprintf("the runs differ in %s: %q and %q", key, values[0], values[1]))
		}
	}
	for _, key := range ConfigKeys {
		if bare || key != "corpus" {
			differ(key, func(run *Run) string { return run.Config(key) })
		}
	}
	differ("cores (GOMAXPROCS)", func(run *Run) string { // a processor's name may be as general as "AMD EPYC"
		if run.Manifest == nil {
			return ""
		}
		return fmt.Sprintf("%d (%d)", run.Manifest.Machine.Cores, run.Manifest.Machine.Procs)
	})
	return out
}
