package machine

import (
	"cmp"
	"os"
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
func ThisEnvironment() Environment {
	return (&Examination{Root: os.DirFS("/")}).environment()
}

func (e *Examination) environment() Environment {
	shown := func(fact string) string { return cmp.Or(fact, string(Hidden)) }
	return Environment{
		Kernel:    shown(e.read("proc/sys/kernel/osrelease")),
		Microcode: shown(processorField(e.read("proc/cpuinfo"), "microcode")),
		Governor:  shown(e.governors()),
	}
}

// Changes returns the facts that differ between e and other, with both values.
func (e Environment) Changes(other Environment) []string {
	var out []string
	for _, fact := range [][3]string{
		{"kernel", e.Kernel, other.Kernel},
		{"microcode", e.Microcode, other.Microcode},
		{"governor", e.Governor, other.Governor},
	} {
		if fact[1] != fact[2] {
			out = append(out, fact[0]+" "+fact[1]+", then "+fact[2])
		}
	}
	return out
}

// governors returns the frequency governors of all processors, each once; "" if the system shows none.
func (e *Examination) governors() string {
	return strings.Join(e.readAll("sys/devices/system/cpu/cpu[0-9]*/cpufreq/scaling_governor"), ", ")
}
