package bench

import (
	"crypto/sha256"
	"encoding/hex"
	"fmt"
	"io"
	"os"
	"path/filepath"

	"gridjudge/harness/machine"
	"gridjudge/harness/program"
	"gridjudge/harness/results"
)

// contentsBytes bounds how much of a contestant's directory is read.
const contentsBytes = 256 << 20

// receiptOf returns the receipt of a program, with the digests of its files.
func receiptOf(p *program.Program) (*results.Receipt, error) {
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
