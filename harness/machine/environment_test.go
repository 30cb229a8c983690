package machine

import (
	"testing"
	"testing/fstest"

	"github.com/stretchr/testify/assert"
)

func TestEnvironment(t *testing.T) {
	root := fstest.MapFS{
		"proc/sys/kernel/osrelease": {Data: []byte("6.1.0-9\n")},
		"proc/cpuinfo":              {Data: []byte("processor\t: 0\nmicrocode\t: 0x2f\n\nprocessor\t: 1\nmicrocode\t: 0x30\n")},
		"sys/devices/system/cpu/cpu0/cpufreq/scaling_governor": {Data: []byte("powersave\n")},
		"sys/devices/system/cpu/cpu1/cpufreq/scaling_governor": {Data: []byte("performance\n")},
		"sys/devices/system/cpu/cpu2/cpufreq/scaling_governor": {Data: []byte("powersave\n")},
	}
	env := (&Examination{Root: root}).environment()
	assert.Equal(t, Environment{Kernel: "6.1.0-9", Microcode: "0x2f", Governor: "powersave, performance"}, env)
	hidden := (&Examination{Root: fstest.MapFS{}}).environment()
	assert.Equal(t, Environment{Kernel: "hidden", Microcode: "hidden", Governor: "hidden"}, hidden)
	assert.Equal(t, []string{"kernel 6.1.0-9, then hidden", "microcode 0x2f, then hidden", "governor powersave, performance, then hidden"}, env.Changes(hidden))
	assert.Empty(t, env.Changes(env))
	assert.NotZero(t, ThisEnvironment())
}
