package machine

import (
	"bufio"
	"crypto/sha256"
	"encoding/hex"
	"io"
	"os"
	"runtime"
	"runtime/debug"
	"strconv"
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
	f, err := os.Open("/proc/cpuinfo")
	if err != nil {
		return runtime.GOARCH
	}
	defer f.Close()
	for scan := bufio.NewScanner(f); scan.Scan(); {
		if key, value, ok := strings.Cut(scan.Text(), ":"); ok && strings.TrimSpace(key) == "model name" {
			return strings.TrimSpace(value)
		}
	}
	return runtime.GOARCH
}

// Load returns the one-minute load average, -1 if the system has none.
func Load() float64 {
	data, err := os.ReadFile("/proc/loadavg")
	if err != nil {
		return -1
	}
	first, _, _ := strings.Cut(string(data), " ")
	load, err := strconv.ParseFloat(first, 64)
	if err != nil {
		return -1
	}
	return load
}

// ProgramDigest returns a digest of this program's executable: equal digests mean
// equal built-in solvers. It is "" if the executable cannot be read.
var ProgramDigest = sync.OnceValue(func() string {
	path, err := os.Executable()
	if err != nil {
		return ""
	}
	digest, err := FileDigest(path)
	if err != nil {
		return ""
	}
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
