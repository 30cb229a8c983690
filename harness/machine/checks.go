package machine

import (
	"fmt"
	"strings"
	"time"
)

// check is one fact to look at. look returns no value if the system does not show the fact.
type check struct {
	fact, affects, remedy string
	look                  func(e *Examination) (value string, level Level)
}

var checks = []check{
	{"CPU governor", "times: the clock frequency follows the load, so that the first samples are slower",
		"cpupower frequency-set -g performance, of a virtual machine on its host", (*Examination).governor},
	{"turbo", "times: the clock frequency depends on heat and on the load of the other cores",
		"echo 1 > /sys/devices/system/cpu/intel_pstate/no_turbo, or echo 0 > /sys/devices/system/cpu/cpufreq/boost",
		(*Examination).turbo},
	{"SMT siblings", "times: work on the other half of a core slows a sample down by up to a half",
		"echo off > /sys/devices/system/cpu/smt/control, or keep the siblings idle; give a virtual machine whole cores",
		(*Examination).siblings},
	{"steal time", "wall times: the host runs other machines while a sample is taken",
		"measure at another time, or on a machine that is not shared; compare decides by processor time",
		(*Examination).steal},
	{"load", "times: other processes take the processor and its caches",
		"end them, or wait; ps -eo pcpu,comm --sort=-pcpu shows them", (*Examination).load},
	{"timer resolution", "times of single cases, and all times if it is coarser than " + timerUnfit.String(),
		"choose a clock source of /sys/devices/system/clocksource/clocksource0/available_clocksource, best tsc",
		(*Examination).timer},
	{"free memory", "times, by swapping and by reclaiming pages", "end other programs", (*Examination).memory},
	{"namespaces", "verdicts on hostile programs",
		"allow user namespaces (sysctl user.max_user_namespaces, kernel.unprivileged_userns_clone, " +
			"kernel.apparmor_restrict_unprivileged_userns), or run outside of the container", (*Examination).namespaces},
	{"cgroups", "limits of programs with several processes: their memory cannot be counted together",
		"boot with systemd.unified_cgroup_hierarchy=1, or use a container with cgroup v2", (*Examination).cgroups},
}

const (
	stealWait  = 2 * time.Second
	stealNoted = 0.005 // share of processor time
	stealUnfit = 0.05
	loadNoted  = 0.3 // of the cores
	loadUnfit  = 1.0

	// timerNoted is the coarsest clock with which the time of a single case, tens of
	// microseconds, is exact to a few per cent. timerUnfit is 0.1 % of a sample of 100 ms.
	timerNoted = time.Microsecond
	timerUnfit = 100 * time.Microsecond

	memoryNoted = 1 << 20 // KiB available
	memoryUnfit = 256 << 10
)

// above returns the level of a quantity that is better small.
func above(x, noted, unfit float64) Level {
	switch {
	case x > unfit:
		return Unfit
	case x > noted:
		return Limited
	}
	return Good
}

// governor finds out how the clock frequency follows the load.
func (e *Examination) governor() (string, Level) {
	all := e.governors()
	if all == "performance" {
		return all, Good
	}
	return all, Limited
}

// turbo finds out whether the clock frequency depends on heat and on other cores.
func (e *Examination) turbo() (string, Level) {
	none, boost := e.read("sys/devices/system/cpu/intel_pstate/no_turbo"), e.read("sys/devices/system/cpu/cpufreq/boost")
	switch {
	case none == "1" || boost == "0":
		return "off", Good
	case none+boost == "":
		return "", Hidden
	}
	return "on", Limited
}

// siblings finds out whether two logical processors share a core.
func (e *Examination) siblings() (string, Level) {
	for _, list := range e.readAll("sys/devices/system/cpu/cpu[0-9]*/topology/thread_siblings_list") {
		if strings.ContainsAny(list, ",-") {
			return "processors " + list + " share a core", Limited
		}
	}
	if e.read("sys/devices/system/cpu/smt/active") == "" {
		return "", Hidden
	}
	return "none", Good
}

// processorTimes returns the stolen and the whole time of all processors, in ticks.
func (e *Examination) processorTimes() (steal, total float64, ok bool) {
	var ticks [8]float64 // the guest times after them are part of the user time
	_, err := fmt.Sscanf(e.read("proc/stat"), "cpu %f %f %f %f %f %f %f %f",
		&ticks[0], &ticks[1], &ticks[2], &ticks[3], &ticks[4], &ticks[5], &ticks[6], &ticks[7])
	for _, t := range ticks {
		total += t
	}
	return ticks[7], total, err == nil
}

// steal finds out how much processor time the host of a virtual machine takes away.
func (e *Examination) steal() (string, Level) {
	before, start, ok := e.processorTimes()
	if ok {
		e.Wait(stealWait)
	}
	after, end, again := e.processorTimes()
	if !ok || !again || end <= start {
		return "", Hidden
	}
	share := (after - before) / (end - start)
	return fmt.Sprintf("%.1f %% in %v", 100*share, stealWait), above(share, stealNoted, stealUnfit)
}

// load finds out how many other processes want to run.
func (e *Examination) load() (string, Level) {
	load, ok := loadAverage(e.read("proc/loadavg"))
	if !ok {
		return "", Hidden
	}
	value := fmt.Sprintf("%.2f on %d processors, one-minute average", load, e.Cores)
	return value, above(load/float64(max(e.Cores, 1)), loadNoted, loadUnfit)
}

// timer measures the resolution of the clock.
func (e *Examination) timer() (string, Level) {
	step := time.Hour
	for range 1000 {
		start := e.Clock()
		now := start
		for tries := 0; now == start && tries < 100_000; tries++ {
			now = e.Clock()
		}
		if now > start {
			step = min(step, now-start)
		}
	}
	value := step.String()
	if source := e.read("sys/devices/system/clocksource/clocksource0/current_clocksource"); source != "" {
		value += " (" + source + ")"
	}
	return value, above(float64(step), float64(timerNoted), float64(timerUnfit))
}

// memory finds out whether there is room without swapping.
func (e *Examination) memory() (string, Level) {
	_, after, _ := strings.Cut(e.read("proc/meminfo"), "MemAvailable:")
	var kib float64
	if _, err := fmt.Sscan(after, &kib); err != nil {
		return "", Hidden
	}
	return fmt.Sprintf("%.1f GiB", kib/(1<<20)), above(-kib, -memoryNoted, -memoryUnfit)
}

// namespaces finds out whether programs can be confined.
func (e *Examination) namespaces() (string, Level) {
	if len(e.Unprotected) == 0 {
		return "programs are confined", Good
	}
	return "programs are not wholly confined: " + strings.Join(e.Unprotected, "; "), Limited
}

// cgroups finds out whether all processes of a program can be counted together.
func (e *Examination) cgroups() (string, Level) {
	controllers := e.read("sys/fs/cgroup/cgroup.controllers")
	if strings.Contains(controllers, "memory") && strings.Contains(controllers, "pids") {
		return "v2 (" + controllers + ")", Good
	}
	return "no cgroup v2 with memory and pids", Limited
}
