package machine

import (
	"testing"
	"testing/fstest"
	"time"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"
)

// quiet returns the files of a machine that is fit to measure.
func quiet() map[string]string {
	return map[string]string{
		"sys/devices/system/cpu/cpu0/cpufreq/scaling_governor":      "performance\n",
		"sys/devices/system/cpu/cpu1/cpufreq/scaling_governor":      "performance\n",
		"sys/devices/system/cpu/intel_pstate/no_turbo":              "1\n",
		"sys/devices/system/cpu/smt/active":                         "0\n",
		"sys/devices/system/cpu/cpu0/topology/thread_siblings_list": "0\n",
		"proc/stat":    "cpu  100 0 100 800 0 0 0 0 0 0\ncpu0 1\n",
		"proc/loadavg": "0.10 0.1 0.1 1/2 3\n",
		"sys/devices/system/clocksource/clocksource0/current_clocksource": "tsc\n",
	}
}

// examine examines a machine with these files. later has the files that change while it waits.
func examine(files, later map[string]string, unprotected ...string) map[string]Finding {
	root := fstest.MapFS{}
	put := func(files map[string]string) {
		for path, text := range files {
			root[path] = &fstest.MapFile{Data: []byte(text)}
		}
	}
	put(files)
	e := &Examination{
		Root: root, Cores: 2, Unprotected: unprotected,
		Wait: func(time.Duration) {
			put(map[string]string{"proc/stat": "cpu 200 0 200 1600 0 0 0 0 0 0\n"})
			put(later)
		},
	}
	found := map[string]Finding{}
	for _, f := range e.Examine() {
		found[f.Fact] = f
	}
	return found
}

func TestAQuietMachineIsFit(t *testing.T) {
	found := examine(quiet(), nil)
	require.Len(t, found, 7)
	for fact, f := range found {
		assert.Equal(t, Good, f.Level, "%s: %s", fact, f.Value)
		assert.Empty(t, f.Affects+f.Remedy, fact)
	}
	assert.Equal(t, "tsc", found["clock source"].Value)
}

func TestWhatAffectsTimesIsFound(t *testing.T) {
	for _, c := range []struct {
		fact, path, text string
		level            Level
		value            string
	}{
		{"CPU governor", "sys/devices/system/cpu/cpu1/cpufreq/scaling_governor", "powersave", Limited, "performance, powersave"},
		{"turbo", "sys/devices/system/cpu/intel_pstate/no_turbo", "0", Limited, "on"},
		{"SMT siblings", "sys/devices/system/cpu/cpu0/topology/thread_siblings_list", "0,2", Limited, "0,2 share a core"},
		{"load", "proc/loadavg", "1.00 1 1 1/1 1", Limited, "1.00 on 2"},
		{"load", "proc/loadavg", "3.00 1 1 1/1 1", Unfit, "3.00 on 2"},
		{"clock source", "sys/devices/system/clocksource/clocksource0/current_clocksource", "hpet", Limited, "hpet"},
	} {
		files := quiet()
		files[c.path] = c.text
		f := examine(files, nil)[c.fact]
		assert.Equal(t, c.level, f.Level, "%s: %s", c.fact, f.Value)
		assert.Contains(t, f.Value, c.value)
		assert.NotEmpty(t, f.Affects, c.fact)
		assert.NotEmpty(t, f.Remedy, c.fact)
	}
	for text, level := range map[string]Level{
		"cpu 200 0 200 1600 0 0 0 1 0 0":   Good,
		"cpu 200 0 200 1600 0 0 0 9 0 0":   Limited,
		"cpu 200 0 200 1600 0 0 0 90 0 0":  Unfit,
		"cpu 200 0 200 1600 0 0 0 no 0 0":  Hidden,
		"cpu 100 0 100 800 0 0 0 0 0 0 xx": Hidden, // no time has passed
	} {
		assert.Equal(t, level, examine(quiet(), map[string]string{"proc/stat": text})["steal time"].Level, text)
	}
	files := quiet()
	files["proc/sys/user/max_user_namespaces"] = "0"
	f := examine(files, nil, "network access is not blocked")["namespaces"]
	assert.Equal(t, Limited, f.Level)
	assert.Contains(t, f.Value, "network access")
	assert.Contains(t, f.Remedy, "max_user_namespaces")
}

func TestASystemThatShowsNothingIsNotCalledUnfit(t *testing.T) {
	found := examine(nil, map[string]string{"proc/stat": "nonsense"})
	require.Len(t, found, 7)
	for fact, f := range found {
		assert.NotEqual(t, Unfit, f.Level, fact)
	}
}

func TestThisMachineIsExamined(t *testing.T) {
	e := Here(nil)
	e.Wait = func(time.Duration) {}
	assert.Len(t, e.Examine(), 7)
}
