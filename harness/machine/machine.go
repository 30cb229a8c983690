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
	return Machine{
		GOOS: runtime.GOOS, GOARCH: runtime.GOARCH, GOAMD64: settings()["GOAMD64"], Go: runtime.Version(),
		CPU: cmp.Or(here.processor("model name"), runtime.GOARCH), Cores: runtime.NumCPU(), Procs: runtime.GOMAXPROCS(0),
	}
}

// settings are those of this build.
var settings = sync.OnceValue(func() map[string]string {
	of := map[string]string{}
	if info, ok := debug.ReadBuildInfo(); ok {
		for _, s := range info.Settings {
			of[s.Key] = s.Value
		}
	}
	return of
})

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
func Load() float64 { return here.loadAverage() }

// ProgramDigest returns a digest of this program's executable: equal digests mean
// equal built-in solvers. It is "" if the executable cannot be read.
var ProgramDigest = sync.OnceValue(func() string {
	path, _ := os.Executable()
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
	_, err = io.Copy(h, f)
	return hex.EncodeToString(h.Sum(nil))[:16], err
}

// Unknown is the commit of a build without a version stamp.
const Unknown = "unknown"

// Revision returns the commit that this program was built from, and whether there were
// uncommitted changes or untracked files. It is the stamp of the build. Where the build has none
// (`go run`, `go test`, -buildvcs=false), the commit is Unknown: the working folder
// may have changed since the build, or belong to another repository.
func Revision() (commit string, dirty bool) { return stamp(settings()) }

func stamp(settings map[string]string) (commit string, dirty bool) {
	commit = settings["vcs.revision"]
	return cmp.Or(commit, Unknown), commit != "" && settings["vcs.modified"] == "true"
}
