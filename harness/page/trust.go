package page

import (
	"cmp"
	"fmt"
	"maps"
	"path/filepath"
	"slices"
	"strings"
	"time"

	"github.com/kballard/go-shellquote"

	"gridjudge/harness/machine"
	"gridjudge/harness/report"
	"gridjudge/harness/results"
)

// trustRow is a row of the table of facts: one fact about each run.
type trustRow struct {
	Name   string
	Values []string // one for each run
	Differ bool     // the values are not all equal
}

// trust lists the facts that a reader needs in order to trust the numbers, and to measure them again.
func trust(d *Data) []trustRow {
	rows := make([]trustRow, len(facts))
	for f, fact := range facts {
		rows[f].Name = fact.name
		for i, run := range d.Runs {
			value := "unknown: a bare file"
			if run.Manifest != nil {
				value = cmp.Or(fact.of(run.Manifest), "not recorded")
			}
			if value == string(machine.Hidden) {
				value = "not shown by the system"
			}
			rows[f].Differ = rows[f].Differ || i > 0 && value != rows[f].Values[0]
			rows[f].Values = append(rows[f].Values, value)
		}
	}
	return rows
}

var facts = []struct {
	name string
	of   func(m *results.Manifest) string
}{
	{"command", func(m *results.Manifest) string { return shellquote.Join(m.Command...) }},
	{"measure it again (puzzles of files: in the run's folder)", again},
	{"commit", func(m *results.Manifest) string { return m.Plan.Revision(len(m.Plan.Commit)) }},
	{"measured", func(m *results.Manifest) string {
		started := m.Started.Format(time.DateTime) + " UTC, "
		if m.Ended.IsZero() {
			return started + "not finished"
		}
		return started + "in " + m.Ended.Sub(m.Started).Round(time.Second).String()
	}},
	{"machine", ofShards(func(m *results.Manifest) string {
		here := m.Machine
		return fmt.Sprintf("%s, %s, %s/%s", here.CPU, report.Counted(here.Cores, "core"), here.GOOS, here.GOARCH)
	})},
	{"toolchain", func(m *results.Manifest) string {
		return fmt.Sprintf("%s, GOMAXPROCS %d %s", m.Machine.Go, m.Machine.Procs, m.Machine.GOAMD64)
	}},
	{"kernel", func(m *results.Manifest) string { return m.Environment.Kernel }},
	{"microcode", func(m *results.Manifest) string { return m.Environment.Microcode }},
	{"governor", func(m *results.Manifest) string { return m.Environment.Governor }},
	{"bound to processor", ofShards(func(m *results.Manifest) string {
		if m.CPU == nil {
			return "no"
		}
		return fmt.Sprint(*m.CPU)
	})},
	{"load at start and end", ofShards(func(m *results.Manifest) string {
		return fmt.Sprintf("%.2f, %.2f", m.Load[0], m.Load[1])
	})},
	{"forced context switches", ofShards(func(m *results.Manifest) string {
		if m.Verb == "judge" || m.HasPrograms() { // only bench counts them, in this process
			return "not counted"
		}
		return fmt.Sprint(m.Forced)
	})},
	{"rounds", func(m *results.Manifest) string {
		if m.MinTime == 0 { // a run of judge
			return fmt.Sprint(m.Rounds)
		}
		rounds := fmt.Sprint(m.Rounds)
		if m.Verb == "compare" {
			rounds += " in the first measurement, which may end earlier"
		}
		if len(m.Plan.Programs) > 0 { // a sample of a program is one pass in bench
			return rounds
		}
		return fmt.Sprintf("%s, samples of about %v", rounds, m.MinTime)
	}},
	{"settings that are not the usual ones", func(m *results.Manifest) string { return cmp.Or(m.Unusual(), "none") }},
	{"programs", func(m *results.Manifest) string {
		var all []string
		for _, p := range m.Plan.Programs {
			text := fmt.Sprintf("%s: %s, digest %s", p.Name, shellquote.Join(p.Command...), p.Digest)
			for _, file := range slices.Sorted(maps.Keys(p.Files)) { // of a script, the executable is only its interpreter
				text += fmt.Sprintf(", of %s %s", filepath.Base(file), p.Files[file])
			}
			all = append(all, text)
		}
		return cmp.Or(strings.Join(all, "; "), "none")
	}},
}

// ofShards returns a function that describes a run as the given function does. A merged run does not have a machine of
// its own, so it is described shard by shard.
func ofShards(of func(m *results.Manifest) string) func(m *results.Manifest) string {
	return func(m *results.Manifest) string {
		if len(m.Origins) == 0 {
			return of(m)
		}
		var shards []string
		for _, o := range m.Origins {
			shards = append(shards, fmt.Sprintf("shard %s: %s", o.Shard, of(o)))
		}
		return strings.Join(shards, "; ")
	}
}

// again returns a shell command that checks out the commit of a run, builds gridjudge, and measures the run again in
// the same order. There are four special cases:
//   - Programs took part: again adds that they are needed, too, because they are not in the repository.
//   - The commit of the build is not known: again says so instead of returning a command.
//   - Some files differed from the commit or were new when gridjudge was built: again adds that the build may be a
//     different one. Even a new program in the folder of gridjudge is such a file.
//   - The run was merged from shards that were recorded without a request: again returns a command for each shard.
func again(m *results.Manifest) string {
	command := m.Request.Command()
	switch {
	case m.Plan.Commit == machine.Unknown:
		return "the commit is not known"
	case m.Derived && len(m.Origins) > 0:
		return ofShards(again)(m)
	case m.Derived:
		command = m.Command
	}
	command = append([]string{"./gridjudge"}, command[min(1, len(command)):]...)
	text := fmt.Sprintf("git checkout %s && go build -o gridjudge . && %s", m.Plan.Commit[:min(len(m.Plan.Commit), 12)], shellquote.Join(command...))
	if m.HasPrograms() {
		text += " (it needs the programs, and names them and a contestants file by paths from the folder in which the run was made)"
	}
	if m.Plan.Dirty {
		text += " (when gridjudge was built, some files differed from this commit or were new, so this may be another build)"
	}
	return text
}
