package machine

import (
	"fmt"
	"slices"
	"strconv"
	"strings"
	"time"
)

const (
	// timerNoted is the coarsest clock with which the time of a single case, tens of
	// microseconds, is exact to a few per cent. timerUnfit is 0.1 % of a sample of 100 ms.
	timerNoted = time.Microsecond
	timerUnfit = 100 * time.Microsecond

	memoryNoted = 1 << 30 // bytes available
	memoryUnfit = 256 << 20
)

// timer measures the resolution of the clock.
func (e *Examination) timer() Finding {
	const fact = "timer resolution"
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
	f := good(fact, "%v", step)
	if source := e.read("sys/devices/system/clocksource/clocksource0/current_clocksource"); source != "" {
		f.Value += " (" + source + ")"
	}
	if step > timerNoted {
		f.Level, f.Spoils = Limited, "times of single cases"
		f.Remedy = "choose the clock source tsc; /sys/devices/system/clocksource/clocksource0/available_clocksource lists the sources"
	}
	if step > timerUnfit {
		f.Level, f.Spoils = Unfit, "all times"
	}
	return f
}

// memory finds out whether there is room without swapping.
func (e *Examination) memory() Finding {
	const fact = "free memory"
	spoils := "times, by swapping and by reclaiming pages"
	remedy := "end other programs"
	for line := range strings.Lines(e.read("proc/meminfo")) {
		fields := strings.Fields(line)
		if len(fields) < 2 || fields[0] != "MemAvailable:" {
			continue
		}
		kib, err := strconv.ParseInt(fields[1], 10, 64)
		if err != nil {
			break
		}
		f := good(fact, "%.1f GiB", float64(kib)/(1<<20))
		if kib<<10 < memoryNoted {
			f.Level, f.Spoils, f.Remedy = Limited, spoils, remedy
		}
		if kib<<10 < memoryUnfit {
			f.Level = Unfit
		}
		return f
	}
	return hidden(fact, spoils, remedy)
}

// namespaces finds out whether programs can be confined.
func (e *Examination) namespaces() Finding {
	const fact = "namespaces"
	if len(e.Unprotected) == 0 {
		return good(fact, "programs are confined")
	}
	remedy := "run outside of the container, or allow user namespaces in it"
	switch {
	case e.read("proc/sys/user/max_user_namespaces") == "0":
		remedy = "sysctl user.max_user_namespaces=10000"
	case e.read("proc/sys/kernel/unprivileged_userns_clone") == "0":
		remedy = "sysctl kernel.unprivileged_userns_clone=1"
	case e.read("proc/sys/kernel/apparmor_restrict_unprivileged_userns") == "1":
		remedy = "sysctl kernel.apparmor_restrict_unprivileged_userns=0"
	}
	return Finding{fact, "programs are not wholly confined", Limited, "verdicts on hostile programs. Not protected: " + strings.Join(e.Unprotected, "; "), remedy}
}

// cgroups finds out whether all processes of a program can be counted together.
func (e *Examination) cgroups() Finding {
	const fact = "cgroups"
	controllers := strings.Fields(e.read("sys/fs/cgroup/cgroup.controllers"))
	if slices.Contains(controllers, "memory") && slices.Contains(controllers, "pids") {
		return good(fact, "v2 (%s)", strings.Join(controllers, " "))
	}
	value := "no cgroup v2"
	if len(controllers) > 0 {
		value = "v2 without memory or pids"
	}
	return Finding{fact, value, Limited, "limits of programs with several processes: their memory cannot be counted together",
		"boot with systemd.unified_cgroup_hierarchy=1, or use a container with cgroup v2"}
}

// counters finds out whether the processor can count instructions.
func (e *Examination) counters() Finding {
	const fact = "perf counters"
	spoils := "nothing that gridjudge measures; profiles by perf have no instructions and no cache misses"
	remedy := "valgrind --tool=callgrind counts instructions"
	paranoid, err := strconv.Atoi(e.read("proc/sys/kernel/perf_event_paranoid"))
	switch {
	case err != nil:
		return hidden(fact, spoils, remedy)
	case e.read("sys/bus/event_source/devices/cpu/type") == "":
		return Finding{fact, "none: a virtual machine without them", Limited, spoils, remedy}
	case paranoid > 2:
		return Finding{fact, fmt.Sprintf("forbidden (perf_event_paranoid %d)", paranoid), Limited, spoils, "sysctl kernel.perf_event_paranoid=2"}
	}
	return good(fact, "allowed (perf_event_paranoid %d)", paranoid)
}
