package doctor

import (
	"bufio"
	"context"
	"crypto/sha256"
	"encoding/hex"
	"io"
	"os"
	"os/exec"
	"runtime"
	"runtime/debug"
	"strconv"
	"strings"
	"sync"
	"time"
)

// Machine is where, and with what, a run was made.
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

// Config is the head of a file measured on this machine.
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

// cpuModel is the processor's name as Linux has it, elsewhere the architecture.
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

// Load is the one-minute load average, -1 where the system has none.
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

// ProgramDigest is a digest of this program's executable: equal digests, equal
// contestants. It is "" where the executable cannot be read.
var ProgramDigest = sync.OnceValue(func() string {
	path, err := os.Executable()
	if err != nil {
		return ""
	}
	f, err := os.Open(path)
	if err != nil {
		return ""
	}
	defer f.Close()
	h := sha256.New()
	if _, err := io.Copy(h, f); err != nil {
		return ""
	}
	return hex.EncodeToString(h.Sum(nil))[:16]
})

// Revision is the commit that this program was built from, and whether tracked
// files differ from it. Where the build did not record it (`go run`), it is that
// of the working directory; "unknown" where there is none.
func Revision(ctx context.Context) (commit string, dirty bool) {
	head, err := git(ctx, "rev-parse", "HEAD")
	if err == nil {
		changed, err := git(ctx, "status", "--porcelain", "--untracked-files=no")
		commit, dirty = head, err != nil || changed != ""
	}
	if info, ok := debug.ReadBuildInfo(); ok {
		if built := setting(info, "vcs.revision"); built != "" && built != commit {
			return built, setting(info, "vcs.modified") == "true"
		}
	}
	if commit == "" {
		return "unknown", false
	}
	return commit, dirty
}

func git(ctx context.Context, args ...string) (string, error) {
	ctx, cancel := context.WithTimeout(ctx, 10*time.Second)
	defer cancel()
	out, err := exec.CommandContext(ctx, "git", args...).Output()
	return strings.TrimSpace(string(out)), err
}
