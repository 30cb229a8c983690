package machine

import (
	"cmp"
	"crypto/sha256"
	"encoding/hex"
	"fmt"
	"io"
	"os"
	"runtime"
	"runtime/debug"
	"strings"
	"sync"
)

// Machine describes the machine and the toolchain of a run.
type Machine struct {
	GOOS    string `json:"goos"`
	GOARCH  string `json:"goarch"`
	GOAMD64 string `json:"goamd64,omitempty"`
	Go      string `json:"goversion"`
	CPU     string `json:"cpu"`
	Cores   int    `json:"cores"`
	Procs   int    `json:"gomaxprocs"`
}

// ThisMachine describes the machine and the build of this program.
func ThisMachine() Machine {
	m := Machine{
		GOOS: runtime.GOOS, GOARCH: runtime.GOARCH, Go: runtime.Version(),
		CPU: cpuModel(), Cores: runtime.NumCPU(), Procs: runtime.GOMAXPROCS(0),
	}
	if info, ok := debug.ReadBuildInfo(); ok {
		m.GOAMD64 = setting(info, "GOAMD64")
	}
	return m
}

// Config returns the configuration lines at the head of a benchmark file that was
// measured on this machine. corpus is the digest of the sets of the run; if it is "", the
// file has no line of it.
func (m Machine) Config(corpus string) map[string]string {
	return map[string]string{"goos": m.GOOS, "goarch": m.GOARCH, "cpu": m.CPU, "goversion": m.Go, "corpus": corpus}
}

func setting(info *debug.BuildInfo, key string) string {
	for _, s := range info.Settings {
		if s.Key == key {
			return s.Value
		}
	}
	return ""
}

// cpuModel returns the name of the processor if Linux knows it, and the architecture otherwise.
func cpuModel() string {
	text, _ := os.ReadFile("/proc/cpuinfo")
	return cmp.Or(processorField(string(text), "model name"), runtime.GOARCH)
}

// processorField returns the first value of a field in the text of /proc/cpuinfo, or "".
func processorField(cpuinfo, name string) string {
	for line := range strings.Lines(cpuinfo) {
		if key, value, ok := strings.Cut(line, ":"); ok && strings.TrimSpace(key) == name {
			return strings.TrimSpace(value)
		}
	}
	return ""
}

// String describes the machine and the toolchain.
func (m Machine) String() string {
	return fmt.Sprintf("%s, %d cores, %s/%s, %s", m.CPU, m.Cores, m.GOOS, m.GOARCH, m.Go)
}

// Caption says in one sentence which build measured on which machine.
func (m Machine) Caption(commit string, dirty bool) string {
	if dirty {
		commit += " with changes"
	}
	return fmt.Sprintf("Commit %s, %v.", commit, m)
}

// Load returns the one-minute load average, -1 if the system has none.
func Load() float64 {
	data, _ := os.ReadFile("/proc/loadavg")
	if load, ok := loadAverage(string(data)); ok {
		return load
	}
	return -1
}

// loadAverage reads the one-minute average from /proc/loadavg.
func loadAverage(text string) (load float64, ok bool) {
	_, err := fmt.Sscan(text, &load)
	return load, err == nil
}

// ProgramDigest returns a digest of this program's executable: equal digests mean
// equal built-in solvers. It is "" if the executable cannot be read.
var ProgramDigest = sync.OnceValue(func() string {
	path, err := os.Executable()
	if err != nil {
		return ""
	}
	digest, _ := FileDigest(path)
	return digest
})

// FileDigest returns a digest of a file's content: 16 hexadecimal digits of SHA-256.
func FileDigest(path string) (string, error) {
	f, err := os.Open(path)
	if err != nil {
		return "", err
	}
	defer f.Close()
	h := sha256.New()
	if _, err := io.Copy(h, f); err != nil {
		return "", err
	}
	return hex.EncodeToString(h.Sum(nil))[:16], nil
}

// Unknown is the commit of a build without a version stamp.
const Unknown = "unknown"

// Revision returns the commit that this program was built from, and whether there were
// uncommitted changes or untracked files. It is the stamp of the build. Where the build has none
// (`go run`, `go test`, -buildvcs=false), the commit is Unknown: the working folder
// may have changed since the build, or belong to another repository.
func Revision() (commit string, dirty bool) {
	info, ok := debug.ReadBuildInfo()
	if !ok {
		return Unknown, false
	}
	return stamp(info)
}

func stamp(info *debug.BuildInfo) (commit string, dirty bool) {
	if commit = setting(info, "vcs.revision"); commit == "" {
		return Unknown, false
	}
	return commit, setting(info, "vcs.modified") == "true"
}
