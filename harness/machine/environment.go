package machine

import (
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
	env := Environment{Kernel: e.read("proc/sys/kernel/osrelease"), Governor: e.governors()}
	for line := range strings.Lines(e.read("proc/cpuinfo")) {
		if key, value, ok := strings.Cut(line, ":"); ok && strings.TrimSpace(key) == "microcode" {
			env.Microcode = strings.TrimSpace(value)
			break
		}
	}
	for _, fact := range []*string{&env.Kernel, &env.Microcode, &env.Governor} {
		if *fact == "" {
			*fact = string(Hidden)
		}
	}
	return env
}

// Changes returns the facts that differ between e and other, with both values.
func (e Environment) Changes(other Environment) []string {
	var out []string
	for _, fact := range []struct{ name, old, new string }{
		{"kernel", e.Kernel, other.Kernel}, {"microcode", e.Microcode, other.Microcode}, {"governor", e.Governor, other.Governor},
	} {
		if fact.old != fact.new {
			out = append(out, fact.name+" "+fact.old+", then "+fact.new)
		}
	}
	return out
}

// governors returns the frequency governors of all processors, each once; "" if the system shows none.
func (e *Examination) governors() string {
	return strings.Join(e.readAll("sys/devices/system/cpu/cpu[0-9]*/cpufreq/scaling_governor"), ", ")
}
