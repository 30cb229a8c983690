package machine

import (
	"bytes"
	"cmp"
	"crypto/sha256"
	"fmt"
	"io"
	"os"
	"os/exec"
	"path/filepath"
	"runtime"
	"runtime/debug"
	"slices"
	"strings"
	"sync"

	"gridjudge/harness/report"
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

// ThisMachine describes this machine and the build of this program.
func ThisMachine() Machine {
	return Machine{
		GOOS: runtime.GOOS, GOARCH: runtime.GOARCH, GOAMD64: settings()["GOAMD64"], Go: runtime.Version(),
		CPU: cmp.Or(here.processor("model name"), runtime.GOARCH), Cores: runtime.NumCPU(), Procs: runtime.GOMAXPROCS(0),
	}
}

// settings returns the settings of this build.
var settings = sync.OnceValue(func() map[string]string {
	values := map[string]string{}
	if info, ok := debug.ReadBuildInfo(); ok {
		for _, s := range info.Settings {
			values[s.Key] = s.Value
		}
	}
	return values
})

// String describes the machine and the toolchain.
func (m Machine) String() string {
	cores := report.Counted(m.Cores, "core")
	if m.Procs > 0 && m.Procs != m.Cores {
		cores += fmt.Sprintf(" (GOMAXPROCS %d)", m.Procs)
	}
	return fmt.Sprintf("%s, %s, %s/%s, %s", m.CPU, cores, m.GOOS, m.GOARCH, m.Go)
}

// Load returns the one-minute load average, or -1 if the system does not have one.
func Load() float64 { return here.loadAverage() }

// Program is the path of this program's executable, or "" if the system does not tell it.
var Program, _ = os.Executable()

// ProgramDigest returns a digest of this program's executable, or "" if it cannot be read. If two digests
// are equal, the built-in solvers are the same.
var ProgramDigest = sync.OnceValue(func() string {
	digest, _ := FileDigest(Program)
	return digest
})

// digestedBytes is how much of a file a digest covers. A build may leave a file of any length: one of 4 TiB that consists
// of a hole takes no place on the disk, but hours to read.
const digestedBytes = 256 << 20

// FileDigest returns a digest of a file's content: 16 hexadecimal digits of SHA-256. If the file is longer than
// digestedBytes, the digest is computed from the beginning of the file and its length.
func FileDigest(path string) (string, error) {
	f, err := os.Open(path)
	if err != nil {
		return "", err
	}
	defer f.Close()
	info, err := f.Stat()
	if err != nil {
		return "", err
	}
	h := sha256.New()
	_, err = io.CopyN(h, f, digestedBytes)
	if err == nil && info.Size() > digestedBytes {
		fmt.Fprint(h, info.Size())
	}
	if err == io.EOF { // the file is shorter
		err = nil
	}
	return fmt.Sprintf("%x", h.Sum(nil)[:8]), err
}

// Unknown is the commit of a build that cannot be traced to a commit.
const Unknown = "unknown"

// Revision returns the commit that this program was built from, and whether there were uncommitted changes or untracked
// files at that time (dirty). Normally, the go command has stored both facts in the program, and Revision reads them
// there. In three situations the go command does not store them: in a worktree, with `go run`, and with
// -buildvcs=false. Then Revision asks git.
func Revision() (commit string, dirty bool) {
	r := ownRevision()
	return r.commit, r.dirty
}

// WhyUnknown returns the reason why the commit of this program is Unknown, or nil if it is known.
func WhyUnknown() error { return ownRevision().unknown }

type revision struct {
	commit  string
	dirty   bool
	unknown error
}

var ownRevision = sync.OnceValue(func() revision {
	if commit, dirty := stamp(settings()); commit != Unknown {
		return revision{commit, dirty, nil}
	}
	return revisionOf(Program)
})

// ofThisProgram reports whether a go.mod, given by its content, belongs to the main module of this program. The main
// module is normally gridjudge. It is another module if a user keeps solvers in a repository of their own.
func ofThisProgram(module []byte) bool {
	info, ok := debug.ReadBuildInfo()
	return ok && bytes.HasPrefix(module, []byte("module "+info.Main.Path+"\n"))
}

// NewerSource returns the name of a source file that is newer than a program, or "" if there is none. A newer source
// file shows that the program may not correspond to the sources any more.
//
// NewerSource only looks in the folder of the program, because go build puts a program there. The folder must contain
// the go.mod of the program's module, because otherwise the sources in it do not belong to the program.
func NewerSource(program string) string {
	built, err := os.Stat(program)
	module, _ := os.ReadFile(filepath.Join(filepath.Dir(program), "go.mod"))
	if !ofThisProgram(module) {
		return ""
	}
	for _, pattern := range []string{"*.go", "*/*.go", "*/*/*.go", "*/*/*.s", "*/*/*/*.go"} {
		sources, _ := filepath.Glob(filepath.Join(filepath.Dir(program), pattern))
		for _, source := range sources {
			test := strings.HasSuffix(source, "_test.go") || strings.HasSuffix(filepath.Dir(source), "test")
			if at, failed := os.Stat(source); !test && err == nil && failed == nil && at.ModTime().After(built.ModTime()) {
				return source
			}
		}
	}
	return ""
}

// revisionOf asks git for the revision in the folder of a program. Programs that `go run` or `go test` have built are
// in another place, so for them it asks in the working folder.
//
// Git only knows what the sources are now, not what they were when the program was built. So revisionOf returns the
// commit Unknown in two cases:
//   - A source file is newer than the program. It may have been edited, checked out or just touched after the build,
//     and git does not know what it contained before.
//   - The folder does not belong to the repository of the program's module (see ofThisProgram).
func revisionOf(program string) revision {
	dir := filepath.Dir(program)
	current := strings.Contains(dir, "go-build") // go run and go test have just built it, or found it up to date
	if current {
		dir = "."
	}
	root, err := git(dir, "rev-parse", "--show-toplevel")
	if err != nil {
		return revision{Unknown, false, err}
	}
	module, _ := os.ReadFile(filepath.Join(root, "go.mod"))
	if !ofThisProgram(module) { // checked first, because looking for changes takes long in a large repository
		return revision{Unknown, false, fmt.Errorf("%s is not the repository of this program", root)}
	}
	commit, dirty := WorkingTree(dir)
	switch {
	case commit == Unknown:
		return revision{Unknown, false, fmt.Errorf("the repository %s has no commit", root)}
	case current:
		return revision{commit, dirty, nil}
	}
	if source := NewerSource(program); source != "" {
		return revision{Unknown, false, fmt.Errorf("%s is newer than the program, in which Go wrote no commit: rebuild it", source)}
	}
	return revision{commit, dirty && changedBefore(root, program), nil}
}

// changedBefore reports whether the program may contain uncommitted changes. It may if a changed or untracked file is
// at least as old as the program.
//
// Files that are newer than the program do not count, because they were changed after the build. The program itself,
// which may be an untracked file, does not count either. Removed files count, because nobody knows when they were
// removed.
func changedBefore(root, program string) bool {
	built, err := os.Stat(program)
	changed, failed := git(root, "diff", "--name-only", "-z", "HEAD")
	untracked, unlisted := git(root, "ls-files", "-z", "--others", "--exclude-standard")
	if cmp.Or(err, failed, unlisted) != nil {
		return true
	}
	return slices.ContainsFunc(strings.FieldsFunc(changed+"\x00"+untracked, func(r rune) bool { return r == 0 }), func(name string) bool {
		at, err := os.Lstat(filepath.Join(root, name))
		return err != nil || !at.ModTime().After(built.ModTime()) && !os.SameFile(at, built)
	})
}

// stamp returns the revision that Go has stamped into a program, or Unknown if there is no stamp.
func stamp(settings map[string]string) (commit string, dirty bool) {
	commit = settings["vcs.revision"]
	return cmp.Or(commit, Unknown), commit != "" && settings["vcs.modified"] == "true"
}

// WorkingTree returns the commit that is checked out in a folder, and whether there are changed or
// untracked files. The commit is Unknown outside of a repository, and if the repository has no commit.
func WorkingTree(dir string) (commit string, dirty bool) {
	commit, err := git(dir, "rev-parse", "--verify", "--quiet", "HEAD")
	if err != nil {
		return Unknown, false
	}
	changed, err := git(dir, "status", "--porcelain", "--untracked-files=normal")
	return commit, err != nil || changed != ""
}

// git returns the output of a git command. The error contains what git says about it.
func git(dir string, args ...string) (string, error) {
	cmd := exec.Command("git", append([]string{"-C", dir}, args...)...)
	var stderr strings.Builder
	cmd.Stderr = &stderr
	out, err := cmd.Output()
	if err != nil {
		err = fmt.Errorf("git %s: %w: %s", args[0], err, strings.TrimSpace(stderr.String()))
	}
	return strings.TrimSpace(string(out)), err
}

// Environment holds facts that times depend on and that may change when the same machine is started again. If the
// system does not show a fact, its value is Hidden.
type Environment struct {
	Kernel    string `json:"kernel"`
	Microcode string `json:"microcode"`
	Governor  string `json:"governor"`
}

// ThisEnvironment returns the environment in which this program runs.
func ThisEnvironment() Environment { return here.environment() }

func (e *Examination) environment() Environment {
	shown := func(fact string) string { return cmp.Or(fact, string(Hidden)) }
	return Environment{
		Kernel:    shown(e.read("proc/sys/kernel/osrelease")),
		Microcode: shown(e.processor("microcode")),
		Governor:  shown(e.governors()),
	}
}

// Changes returns the facts that differ between e and other, each with both values.
func (e Environment) Changes(other Environment) (out []string) {
	before, now := []string{e.Kernel, e.Microcode, e.Governor}, []string{other.Kernel, other.Microcode, other.Governor}
	for i, fact := range []string{"kernel", "microcode", "governor"} {
		if before[i] != now[i] {
			out = append(out, fact+" "+before[i]+", then "+now[i])
		}
	}
	return out
}

// governors returns the different frequency governors of all processors, or "" if the system does not show
// them.
func (e *Examination) governors() string {
	return strings.Join(e.readAll("sys/devices/system/cpu/cpu[0-9]*/cpufreq/scaling_governor"), ", ")
}
