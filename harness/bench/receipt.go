package bench

import (
	"fmt"
	"os"
	"path/filepath"

	"gridjudge/harness/machine"
	"gridjudge/harness/program"
	"gridjudge/harness/results"
)

// receiptOf returns the receipt of a program: with digests, those of its executable and of the files that its command
// names. They take longer than to judge a small file: 30 ms for 32 MB.
func receiptOf(p *program.Program, digests bool) (r *results.Receipt, err error) {
	path, args := p.Executable()
	r = &results.Receipt{
		Name: p.Name, Command: results.RelativeWords(p.Run), Executable: results.Relative(path),
		Directory: results.Relative(p.Directory), Build: results.RelativeWords(p.Build), Files: map[string]string{},
	}
	if p.Limits != (program.Overrides{}) {
		r.Limits = fmt.Sprintf("%+v", p.Limits)
	}
	if p.Broken != "" || !digests {
		return r, nil
	}
	if r.Digest, err = machine.FileDigest(path); err != nil {
		return nil, fmt.Errorf("%s: %w", p.Name, err)
	}
	for _, arg := range args {
		if info, err := os.Stat(arg); err != nil || !filepath.IsAbs(arg) || !info.Mode().IsRegular() {
			continue
		}
		if r.Files[results.Relative(arg)], err = machine.FileDigest(arg); err != nil {
			return nil, fmt.Errorf("%s: %w", p.Name, err)
		}
	}
	return r, nil
}
