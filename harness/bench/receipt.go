package bench

import (
	"fmt"
	"os"
	"path/filepath"

	"gridjudge/harness/machine"
	"gridjudge/harness/program"
	"gridjudge/harness/results"
)

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
