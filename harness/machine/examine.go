package machine

import (
	"cmp"
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
	Limited Level = "limited" // measuring works, but with a drawback
	Unfit   Level = "unfit"   // measured times are not reliable
	Hidden  Level = "hidden"  // this system does not show the fact
)

// Finding is one fact about the machine.
type Finding struct {
	Fact    string
	Value   string
	Level   Level
	Affects string // what is unreliable because of the fact; empty if nothing is
	Remedy  string // what can be done about it
}

// Examination holds the sources of all facts about a machine. Tests replace them.
type Examination struct {
	Root        fs.FS               // files such as proc/stat are read from this root
	Wait        func(time.Duration) // waits between two readings of a file
	Cores       int                 // processors of the machine
	Unprotected []string            // the protections of the sandbox that this machine cannot give
}

var here = &Examination{Root: os.DirFS("/")}

// Here returns the Examination of the machine on which this program runs, without reading anything yet.
// unprotected lists the protections of the sandbox that this machine cannot give.
func Here(unprotected []string) *Examination {
	return &Examination{here.Root, time.Sleep, runtime.NumCPU(), unprotected}
}

// read returns the text of a file without the white space around it, or "" if the file cannot be read.
func (e *Examination) read(path string) string {
	data, _ := fs.ReadFile(e.Root, path)
	return strings.TrimSpace(string(data))
}

// readAll returns the texts of all files that match a pattern, in order and each different text once.
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

// processor returns the first value of a field in /proc/cpuinfo, or "" if it has no such field.
func (e *Examination) processor(name string) string {
	for line := range strings.Lines(e.read("proc/cpuinfo")) {
		if key, value, ok := strings.Cut(line, ":"); ok && strings.TrimSpace(key) == name {
			return strings.TrimSpace(value)
		}
	}
	return ""
}

// loadAverage returns the one-minute load average, or -1 if the system does not have one.
func (e *Examination) loadAverage() (load float64) {
	if _, err := fmt.Sscan(e.read("proc/loadavg"), &load); err != nil {
		return -1
	}
	return load
}

// unfitSlowdown is the slowdown that a machine must at least be able to show.
const unfitSlowdown = 0.10

// Findings are the facts about a machine.
type Findings []Finding

// Table returns a row for each finding, and a note about each finding that affects something.
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
	if i := slices.IndexFunc(fs, func(f Finding) bool { return f.Level == Unfit }); i >= 0 {
		return fmt.Errorf("this machine is not fit to measure: see %s above", fs[i].Fact)
	}
	return nil
}

// DetectableSlowdown returns the finding about the smallest slowdown that can be detected. This slowdown is given
// twice: as a share of the time, or +Inf if it is unknown, and in words (value), which also say how it was measured.
func DetectableSlowdown(slowdown float64, value string) Finding {
	f := Finding{Fact: "detectable slowdown", Value: value, Level: Good}
	if slowdown >= unfitSlowdown {
		f.Level, f.Affects = Unfit, "comparisons: smaller slowdowns are not found"
		f.Remedy = "mend the facts above, or compare with more rounds"
	}
	return f
}

// stealWait is how long Examine watches the stolen processor time.
const stealWait = 2 * time.Second

// coarse lists clock sources that take about as long to read as the fastest cases take to solve.
var coarse = []string{"acpi_pm", "hpet", "jiffies", "refined-jiffies"}

// Examine reads the facts and returns all findings. It takes two seconds, because it measures how much
// processor time is stolen during this time.
func (e *Examination) Examine() Findings {
	governors, turbo, siblings := e.governors(), e.turbo(), e.siblings()
	steal, stolen := e.steal()
	load, busy := e.load()
	clock := e.read("sys/devices/system/clocksource/clocksource0/current_clocksource")
	found := Findings{
		{"CPU governor", governors, unless(governors == "performance"),
			"times: the clock frequency follows the load, so that the first samples are slower",
			"cpupower frequency-set -g performance, of a virtual machine on its host"},
		{"turbo", turbo, unless(turbo == "off"),
			"times: the clock frequency depends on heat and on the load of the other cores",
			"echo 1 > /sys/devices/system/cpu/intel_pstate/no_turbo, or echo 0 > /sys/devices/system/cpu/cpufreq/boost"},
		{"SMT siblings", siblings, unless(siblings == "none"),
			"times: work on the other half of a core slows a sample down by up to a half",
			"echo off > /sys/devices/system/cpu/smt/control, or keep the siblings idle; give a virtual machine whole cores"},
		{"steal time", steal, above(stolen, 0.005, 0.05), // of processor time
			"wall times: the host runs other machines while a sample is taken",
			"measure at another time, or on a machine that is not shared; compare decides by processor time"},
		{"load", load, above(busy, 0.3, 1), // of the processors
			"times: other processes take the processor and its caches",
			"end them, or wait; ps -eo pcpu,comm --sort=-pcpu shows them"},
		{"clock source", clock, unless(!slices.Contains(coarse, clock)),
			"times of single cases: the clock is coarse and slow to read",
			"choose a clock source of /sys/devices/system/clocksource/clocksource0/available_clocksource, best tsc"},
		{"namespaces", cmp.Or(strings.Join(e.Unprotected, "; "), "programs are confined"), unless(len(e.Unprotected) == 0),
			"verdicts on hostile programs",
			"allow user namespaces (sysctl user.max_user_namespaces, kernel.unprivileged_userns_clone, " +
				"kernel.apparmor_restrict_unprivileged_userns), or run outside of the container"},
	}
	for i := range found {
		switch f := &found[i]; {
		case f.Value == "":
			f.Value, f.Level = "not shown by this system", Hidden
		case f.Level == Good:
			f.Affects, f.Remedy = "", ""
		}
	}
	return found
}

// unless returns Good if the parameter good is true, and otherwise the level of a drawback.
func unless(good bool) Level {
	if good {
		return Good
	}
	return Limited
}

// above returns the level of a quantity that should be small.
func above(x, noted, unfit float64) Level {
	if x > unfit {
		return Unfit
	}
	return unless(x <= noted)
}

// turbo finds out whether the clock frequency depends on heat and on other cores.
func (e *Examination) turbo() string {
	no, boost := e.read("sys/devices/system/cpu/intel_pstate/no_turbo"), e.read("sys/devices/system/cpu/cpufreq/boost")
	if state, ok := map[string]string{",": "", "1,": "off", ",0": "off"}[no+","+boost]; ok {
		return state
	}
	return "on"
}

// siblings finds out whether two logical processors share a core.
func (e *Examination) siblings() string {
	for _, list := range e.readAll("sys/devices/system/cpu/cpu[0-9]*/topology/thread_siblings_list") {
		if strings.ContainsAny(list, ",-") {
			return "processors " + list + " share a core"
		}
	}
	return map[string]string{"0": "none"}[e.read("sys/devices/system/cpu/smt/active")]
}

// processorTimes returns the stolen and the whole time of all processors, in ticks; 0 if the system does not show them.
func (e *Examination) processorTimes() (steal, total float64) {
	var ticks [8]float64 // the guest times, which follow in the file, are included in the user time
	if _, err := fmt.Sscanf(e.read("proc/stat"), "cpu %f %f %f %f %f %f %f %f",
		&ticks[0], &ticks[1], &ticks[2], &ticks[3], &ticks[4], &ticks[5], &ticks[6], &ticks[7]); err != nil {
		return 0, 0
	}
	for _, t := range ticks {
		total += t
	}
	return ticks[7], total
}

// steal finds out which share of the processor time the host of a virtual machine takes away.
func (e *Examination) steal() (value string, share float64) {
	before, start := e.processorTimes()
	e.Wait(stealWait)
	after, end := e.processorTimes()
	if end <= start { // the system does not show them
		return "", 0
	}
	share = (after - before) / (end - start)
	return fmt.Sprintf("%.1f %% in %v", 100*share, stealWait), share
}

// load finds out how many processes want to run, per processor.
func (e *Examination) load() (value string, share float64) {
	load := e.loadAverage()
	if load < 0 {
		return "", 0
	}
	return fmt.Sprintf("%.2f on %d processors, one-minute average", load, e.Cores), load / float64(max(e.Cores, 1))
}
