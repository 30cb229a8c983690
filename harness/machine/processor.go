package machine

import (
	"fmt"
	"strconv"
	"strings"
	"time"
)

const (
	stealWait  = 2 * time.Second
	stealNoted = 0.005 // share of processor time
	stealUnfit = 0.05
	loadNoted  = 0.3 // of the cores
	loadUnfit  = 1.0
)

// governor finds out how the clock frequency follows the load.
func (e *Examination) governor() Finding {
	const fact = "CPU governor"
	spoils := "times: the clock frequency follows the load, so that the first samples are slower"
	remedy := "cpupower frequency-set -g performance"
	switch all := e.governors(); all {
	case "":
		return hidden(fact, spoils, "nothing inside a virtual machine; on its host: "+remedy)
	case "performance":
		return good(fact, "%s", all)
	default:
		return Finding{fact, all, Limited, spoils, remedy}
	}
}

// turbo finds out whether the clock frequency depends on heat and on other cores.
func (e *Examination) turbo() Finding {
	const fact = "turbo"
	spoils := "times: the clock frequency depends on heat and on the load of the other cores"
	for _, file := range []struct{ path, off string }{
		{"sys/devices/system/cpu/intel_pstate/no_turbo", "1"},
		{"sys/devices/system/cpu/cpufreq/boost", "0"},
	} {
		switch value := e.read(file.path); value {
		case "":
		case file.off:
			return good(fact, "off")
		default:
			return Finding{fact, "on", Limited, spoils, fmt.Sprintf("echo %s > /%s", file.off, file.path)}
		}
	}
	return hidden(fact, spoils, "nothing: the interleaved rounds of bench and compare let it affect all solvers alike")
}

// siblings finds out whether two logical processors share a core.
func (e *Examination) siblings() Finding {
	const fact = "SMT siblings"
	spoils := "times: work on the other half of a core slows a sample down by up to a half"
	shared := ""
	for _, list := range e.readAll("sys/devices/system/cpu/cpu[0-9]*/topology/thread_siblings_list") {
		if strings.ContainsAny(list, ",-") {
			shared = list
			break
		}
	}
	switch {
	case shared != "":
		return Finding{fact, "processors " + shared + " share a core", Limited, spoils, "echo off > /sys/devices/system/cpu/smt/control, or keep the siblings idle"}
	case e.read("sys/devices/system/cpu/smt/active") == "":
		return hidden(fact, spoils, "on the host of a virtual machine: give it whole cores")
	}
	return good(fact, "none")
}

// processorTimes returns the stolen and the whole time of all processors, in ticks.
func (e *Examination) processorTimes() (steal, total float64, ok bool) {
	line, _, _ := strings.Cut(e.read("proc/stat"), "\n")
	fields := strings.Fields(line)
	if len(fields) < 9 || fields[0] != "cpu" {
		return 0, 0, false
	}
	for i, field := range fields[1:9] { // the guest times after them are part of the user time
		ticks, err := strconv.ParseFloat(field, 64)
		if err != nil {
			return 0, 0, false
		}
		total += ticks
		if i == 7 {
			steal = ticks
		}
	}
	return steal, total, true
}

// steal finds out how much processor time the host of a virtual machine takes away.
func (e *Examination) steal() Finding {
	const fact = "steal time"
	spoils := "wall times: the host runs other machines while a sample is taken"
	remedy := "measure at another time, or on a machine that is not shared; compare decides by processor time"
	before, start, ok := e.processorTimes()
	if ok {
		e.Wait(stealWait)
	}
	after, end, again := e.processorTimes()
	if !ok || !again || end <= start {
		return hidden(fact, spoils, remedy)
	}
	share := (after - before) / (end - start)
	f := good(fact, "%.1f %% in %v", 100*share, stealWait)
	if share > stealNoted {
		f.Level, f.Spoils, f.Remedy = Limited, spoils, remedy
	}
	if share > stealUnfit {
		f.Level = Unfit
	}
	return f
}

// load finds out how many other processes want to run.
func (e *Examination) load() Finding {
	const fact = "load"
	spoils := "times: other processes take the processor and its caches"
	remedy := "end them, or wait; ps -eo pcpu,comm --sort=-pcpu shows them"
	first, _, _ := strings.Cut(e.read("proc/loadavg"), " ")
	load, err := strconv.ParseFloat(first, 64)
	if err != nil {
		return hidden(fact, spoils, remedy)
	}
	f := good(fact, "%.2f on %d processors, one-minute average", load, e.Cores)
	share := load / float64(max(e.Cores, 1))
	if share > loadNoted {
		f.Level, f.Spoils, f.Remedy = Limited, spoils, remedy
	}
	if share > loadUnfit {
		f.Level = Unfit
	}
	return f
}
