package machine

import (
	"cmp"
	"fmt"
	"slices"
	"strings"
	"time"
)

// stealWait is how long the stolen processor time is watched.
const stealWait = 2 * time.Second

// coarse are the clock sources whose reading takes about as long as the fastest cases.
var coarse = []string{"acpi_pm", "hpet", "jiffies", "refined-jiffies"}

// Examine reads the facts and returns all findings. It takes two seconds, because it
// measures the stolen processor time over this time.
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

// unless returns the level of a drawback.
func unless(good bool) Level {
	if good {
		return Good
	}
	return Limited
}

// above returns the level of a quantity that is better small.
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
	var ticks [8]float64 // the guest times after them are part of the user time
	if _, err := fmt.Sscanf(e.read("proc/stat"), "cpu %f %f %f %f %f %f %f %f",
		&ticks[0], &ticks[1], &ticks[2], &ticks[3], &ticks[4], &ticks[5], &ticks[6], &ticks[7]); err != nil {
		return 0, 0
	}
	for _, t := range ticks {
		total += t
	}
	return ticks[7], total
}

// steal finds out which share of processor time the host of a virtual machine takes away.
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

// load finds out how many other processes want to run, per processor.
func (e *Examination) load() (value string, share float64) {
	load := e.loadAverage()
	if load < 0 {
		return "", 0
	}
	return fmt.Sprintf("%.2f on %d processors, one-minute average", load, e.Cores), load / float64(max(e.Cores, 1))
}
