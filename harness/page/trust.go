package page

import (
	"fmt"
	"slices"
	"strings"
	"time"

	"github.com/kballard/go-shellquote"

	"gridjudge/harness/machine"
	"gridjudge/harness/results"
)

// trustRow is a fact about each run.
type trustRow struct {
	Name   string
	Values []string // one per run
	Differ bool     // the values are not all equal
}

// trust lists the facts that a reader needs to believe the numbers and to make them again.
func trust(d *Data) []trustRow {
	facts := []struct {
		name string
		of   func(r *Run) string
	}{
		{"command", func(r *Run) string { return shellquote.Join(r.Manifest.Command...) }},
		{"measure it again", func(r *Run) string { return again(r.Manifest) }},
		{"merged from", func(r *Run) string { return mergedFrom(r.Manifest) }},
		{"commit", func(r *Run) string {
			if r.Manifest.Plan.Dirty {
				return r.Manifest.Plan.Commit + " with changes"
			}
			return r.Manifest.Plan.Commit
		}},
		{"executable", func(r *Run) string { return r.Manifest.Plan.Executable }},
		{"started", func(r *Run) string { return r.Manifest.Started.Format(time.DateTime) + " UTC" }},
		{"took", func(r *Run) string {
			if r.Manifest.Ended.IsZero() {
				return "not finished"
			}
			return r.Manifest.Ended.Sub(r.Manifest.Started).Round(time.Second).String()
		}},
		{"processor", func(r *Run) string {
			return fmt.Sprintf("%s, %d cores", r.Manifest.Machine.CPU, r.Manifest.Machine.Cores)
		}},
		{"system", func(r *Run) string { return r.Manifest.Machine.GOOS + "/" + r.Manifest.Machine.GOARCH }},
		{"toolchain", func(r *Run) string {
			m := r.Manifest.Machine
			text := fmt.Sprintf("%s, GOMAXPROCS %d", m.Go, m.Procs)
			if m.GOAMD64 != "" {
				text += ", GOAMD64 " + m.GOAMD64
			}
			return text
		}},
		{"kernel", environment(func(e machine.Environment) string { return e.Kernel })},
		{"microcode", environment(func(e machine.Environment) string { return e.Microcode })},
		{"governor", environment(func(e machine.Environment) string { return e.Governor })},
		{"bound to processor", func(r *Run) string {
			if r.Manifest.Pinned == nil {
				return "no"
			}
			return fmt.Sprint(*r.Manifest.Pinned)
		}},
		{"load at start and end", func(r *Run) string { return fmt.Sprintf("%.2f, %.2f", r.Manifest.Load[0], r.Manifest.Load[1]) }},
		{"forced context switches", func(r *Run) string { return fmt.Sprint(r.Manifest.Forced) }},
		{"times resumed", func(r *Run) string { return fmt.Sprint(r.Manifest.Resumed) }},
		{"rounds", func(r *Run) string { return fmt.Sprint(r.Manifest.Plan.Rounds) }},
		{"least length of a sample", func(r *Run) string { return r.Manifest.Plan.MinTime.String() }},
		{"seed", func(r *Run) string { return fmt.Sprint(r.Manifest.Plan.Seed) }},
		{"digest of the cases", func(r *Run) string { return r.digest }},
		{"programs", func(r *Run) string {
			var all []string
			for _, p := range r.Manifest.Plan.Programs {
				all = append(all, fmt.Sprintf("%s: %s, digest %s", p.Name, shellquote.Join(p.Command...), p.Digest))
			}
			if all == nil {
				return "none"
			}
			return strings.Join(all, "; ")
		}},
	}
	var rows []trustRow
	for _, fact := range facts {
		row := trustRow{Name: fact.name}
		for i := range d.Runs {
			value := "unknown: a bare file"
			if d.Runs[i].Manifest != nil {
				value = fact.of(&d.Runs[i])
			}
			row.Differ = row.Differ || i > 0 && value != row.Values[0]
			row.Values = append(row.Values, value)
		}
		rows = append(rows, row)
	}
	return slices.DeleteFunc(rows, func(r trustRow) bool {
		return !slices.ContainsFunc(r.Values, func(v string) bool { return v != "" })
	})
}

// environment returns the function that tells a fact of a run's environment.
func environment(fact func(machine.Environment) string) func(r *Run) string {
	return func(r *Run) string {
		e := r.Manifest.Environment
		switch {
		case e == (machine.Environment{}):
			return "not recorded"
		case fact(e) == string(machine.Hidden):
			return "not shown by the system"
		}
		return fact(e)
	}
}

// again returns the commands that measure a run again in the same order; none exist for a build of no known commit.
func again(m *results.Manifest) string {
	if m.Plan.Commit == machine.Unknown || m.Plan.Dirty || len(m.Command) < 2 {
		return "the commit is not known, or files differed from it"
	}
	command := append([]string{"./gridjudge"}, m.Command[1:]...)
	if m.Verb != "judge" && len(m.Parts) == 0 && !slices.ContainsFunc(command, func(arg string) bool { return arg == "--seed" || strings.HasPrefix(arg, "--seed=") }) {
		command = append(command, "--seed", fmt.Sprint(m.Plan.Seed))
	}
	return fmt.Sprintf("git checkout %s && go build -o gridjudge . && %s", m.Plan.Commit[:min(len(m.Plan.Commit), 12)], shellquote.Join(command...))
}

// mergedFrom names the shards of a merged run. It returns nothing for any other run.
func mergedFrom(m *results.Manifest) string {
	var parts []string
	for _, p := range m.Parts {
		parts = append(parts, fmt.Sprintf("%s of %s on %s", p.Shard, p.Started.Format(time.DateTime), p.Machine.CPU))
	}
	return strings.Join(parts, "; ")
}
