package machine

import (
	"cmp"
	"strings"
)

// Environment has the facts that times depend on and that may change between two starts of the same machine. A fact
// that the system does not show has the value Hidden.
type Environment struct {
	Kernel    string `json:"kernel"`
	Microcode string `json:"microcode"`
	Governor  string `json:"governor"`
}

// ThisEnvironment returns the environment of this program.
func ThisEnvironment() Environment { return here.environment() }

func (e *Examination) environment() Environment {
	shown := func(fact string) string { return cmp.Or(fact, string(Hidden)) }
	return Environment{
		Kernel:    shown(e.read("proc/sys/kernel/osrelease")),
		Microcode: shown(e.processor("microcode")),
		Governor:  shown(e.governors()),
	}
}

// Changes returns the facts that differ between e and other, with both values.
func (e Environment) Changes(other Environment) (out []string) {
	before, now := []string{e.Kernel, e.Microcode, e.Governor}, []string{other.Kernel, other.Microcode, other.Governor}
	for i, fact := range []string{"kernel", "microcode", "governor"} {
		if before[i] != now[i] {
			out = append(out, fact+" "+before[i]+", then "+now[i])
		}
	}
	return out
}

// governors returns the frequency governors of all processors, each once; "" if the system shows none.
func (e *Examination) governors() string {
	return strings.Join(e.readAll("sys/devices/system/cpu/cpu[0-9]*/cpufreq/scaling_governor"), ", ")
}
