package bench

import (
	"context"
	"crypto/sha256"
	"encoding/hex"
	"fmt"
	"io"
	"maps"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"time"

	"gridjudge/harness/machine"
	"gridjudge/harness/program"
	"gridjudge/harness/report"
	"gridjudge/harness/results"
)

const (
	// contentsBytes bounds how much of a contestant's directory is read.
	contentsBytes = 256 << 20

	// versionWait is how long a compiler may take to print its version.
	versionWait = 5 * time.Second
)

// receiptOf returns the receipt of a program, with the digests of its files.
func receiptOf(ctx context.Context, p *program.Program) (*results.Receipt, error) {
	path, args := p.Executable()
	r := &results.Receipt{Name: p.Name, Command: p.Run, Executable: path, Directory: p.Directory, Build: p.Build}
	if p.Broken != "" {
		return r, nil
	}
	var err error
	if r.Digest, err = machine.FileDigest(path); err != nil {
		return nil, fmt.Errorf("%s: %w", p.Name, err)
	}
	if r.Files, err = fileDigests(args); err != nil {
		return nil, fmt.Errorf("%s: %w", p.Name, err)
	}
	r.Contents = contents(p.Directory)
	r.Compiler = compilerVersion(ctx, p.Build)
	return r, nil
}

// fileDigests returns the digests of the regular files among the arguments.
func fileDigests(args []string) (map[string]string, error) {
	digests := map[string]string{}
	for _, arg := range args {
		if info, err := os.Stat(arg); err != nil || !filepath.IsAbs(arg) || !info.Mode().IsRegular() {
			continue
		}
		digest, err := machine.FileDigest(arg)
		if err != nil {
			return nil, err
		}
		digests[arg] = digest
	}
	return digests, nil
}

// contents returns a digest of the files in a directory, or "" if they cannot be read or
// are larger than contentsBytes together. It leaves out subfolders, because they may hold
// anything, such as recorded runs.
func contents(dir string) string {
	entries, err := os.ReadDir(dir)
	if err != nil {
		return ""
	}
	total := int64(0)
	h := sha256.New()
	for _, entry := range entries {
		info, err := entry.Info()
		if err != nil || !info.Mode().IsRegular() {
			continue
		}
		if total += info.Size(); total > contentsBytes {
			return ""
		}
		digest, err := machine.FileDigest(filepath.Join(dir, entry.Name()))
		if err != nil {
			return ""
		}
		io.WriteString(h, entry.Name()+"\x00"+digest+"\n")
	}
	return hex.EncodeToString(h.Sum(nil))[:16]
}

// compilerVersion returns the first line of the version of a build command, or "". It runs
// only commands from PATH, no script of the contestant.
func compilerVersion(ctx context.Context, build []string) string {
	if len(build) == 0 || strings.ContainsRune(build[0], filepath.Separator) {
		return ""
	}
	argument := "--version"
	if build[0] == "go" {
		argument = "version"
	}
	ctx, cancel := context.WithTimeout(ctx, versionWait)
	defer cancel()
	out, err := exec.CommandContext(ctx, build[0], argument).Output()
	if err != nil {
		return ""
	}
	return report.Escape(firstLine(string(out)))
}

// sameProgram returns an error if the executable, or a file that the command names, differs
// between two receipts.
func sameProgram(was, now *results.Receipt) error {
	switch {
	case was.Digest != now.Digest:
		return fmt.Errorf("%s: the executable %s has changed since the program was judged", was.Name, now.Executable)
	case !maps.Equal(was.Files, now.Files):
		return fmt.Errorf("%s: a file that its command names has changed since the program was judged", was.Name)
	}
	return nil
}

// fileStamp changes whenever a file is replaced or written to, unless somebody sets its
// time back.
type fileStamp struct {
	size int64
	time time.Time
}

func stampOf(path string) fileStamp {
	info, err := os.Stat(path)
	if err != nil {
		return fileStamp{}
	}
	return fileStamp{info.Size(), info.ModTime()}
}

// guard notices that the files of a program change between samples. It computes
// digests only where a size or a time has changed.
type guard struct {
	receipt *results.Receipt
	stamps  map[string]fileStamp
}

func newGuard(r *results.Receipt) *guard {
	g := &guard{r, map[string]fileStamp{r.Executable: stampOf(r.Executable)}}
	for path := range r.Files {
		g.stamps[path] = stampOf(path)
	}
	return g
}

// check returns an error if a file no longer has the digest of the receipt.
func (g *guard) check() error {
	for path, stamp := range g.stamps {
		now := stampOf(path)
		if now == stamp {
			continue
		}
		want := g.receipt.Files[path]
		if path == g.receipt.Executable {
			want = g.receipt.Digest
		}
		if digest, err := machine.FileDigest(path); err != nil || digest != want {
			return fmt.Errorf("%s has changed since the program was judged", path)
		}
		g.stamps[path] = now
	}
	return nil
}
