package results

import (
	"bytes"
	"fmt"
	"os"
	"path/filepath"
	"time"

	"gridjudge/harness/tempdir"
)

// CountsFile holds the counters of a merged run that several machines made, without their times.
const CountsFile = "counts.bench"

// Counts returns samples in the Go benchmark format with their exact counters alone. Times, memory and the processor
// name are left out, because they depend on the machine.
func Counts(samples []byte) []byte {
	var out []byte
	for line := range bytes.Lines(samples) {
		fields := bytes.Fields(line)
		if !bytes.HasPrefix(line, []byte("Benchmark")) || len(fields) < 2 {
			if !bytes.HasPrefix(line, []byte("cpu:")) {
				out = append(out, line...)
			}
			continue
		}
		out = fmt.Appendf(out, "%s\t%s", fields[0], fields[1])
		for i := 2; i+1 < len(fields); i += 2 {
			if Exact(string(fields[i+1])) {
				out = fmt.Appendf(out, "\t%s %s", fields[i], fields[i+1])
			}
		}
		out = append(out, '\n')
	}
	return out
}

// FormatSamples returns samples in the Go benchmark format.
func FormatSamples(m *Manifest, samples []*Sample) ([]byte, error) {
	var lines buffer
	recorder, err := NewRecorder(&lines, 0, m.Machine.Config(m.Corpus))
	if err != nil {
		return nil, err
	}
	for _, s := range samples {
		if err := recorder.Append(s); err != nil {
			return nil, err
		}
	}
	return lines.Bytes(), nil
}

// WriteSamples writes the samples of a run and the times of single cases. Each file is written completely or not at
// all.
func WriteSamples(dir string, m *Manifest, samples []*Sample) error {
	lines, err := FormatSamples(m, samples)
	if err != nil {
		return err
	}
	var cases []*Cases
	for _, s := range samples {
		cases = append(cases, casesOf(s))
	}
	if err := writeCases(filepath.Join(dir, CasesFile), cases); err != nil {
		return err
	}
	return WriteFile(filepath.Join(dir, SamplesFile), lines)
}

// buffer is a File in memory.
type buffer struct{ bytes.Buffer }

// Truncate cuts the content.
func (b *buffer) Truncate(size int64) error {
	b.Buffer.Truncate(int(size))
	return nil
}

// Close does nothing.
func (b *buffer) Close() error { return nil }

// MakeRun makes the folder of a run below parent, completely or not at all. write writes the files into a temporary
// folder, which MakeRun renames at the end. It removes the temporary folders that killed processes have left in parent.
func MakeRun(parent string, m *Manifest, write func(dir string) error) (dir string, err error) {
	if err := os.MkdirAll(parent, 0o777); err != nil {
		return "", err
	}
	if err := removeDead(parent); err != nil {
		return "", err
	}
	var temporary string
	err = underTemporaryName(parent, func(path string) error {
		temporary = path
		return os.Mkdir(path, 0o777)
	})
	if err != nil {
		return "", err
	}
	defer os.RemoveAll(temporary)                         // it is gone once it has its name
	if lock, err := tempdir.Lock(temporary); err == nil { // some file systems have no locks
		defer lock.Close()
	}
	if err := write(temporary); err != nil {
		return "", err
	}
	name := filepath.Join(parent, m.DirName())
	dir = name
	for n := 2; ; n++ {
		err := os.Rename(temporary, dir)
		if err == nil {
			return dir, nil
		}
		if _, taken := os.Lstat(dir); taken != nil {
			return "", err
		}
		dir = fmt.Sprintf("%s-%d", name, n)
	}
}

// removeDead removes the temporary folders in parent whose processes were killed.
func removeDead(parent string) error {
	entries, err := os.ReadDir(parent)
	if err != nil {
		return err
	}
	for _, e := range entries {
		if !e.IsDir() || !isTemporary(e.Name()) {
			continue
		}
		if info, err := e.Info(); err == nil && time.Since(info.ModTime()) > tempdir.UnlockedAge {
			tempdir.RemoveUnowned(filepath.Join(parent, e.Name()))
		}
	}
	return nil
}

// isTemporary reports whether a name is that of a folder that MakeRun has not finished.
func isTemporary(name string) bool {
	return tempdir.IsMade(name, tempPrefix)
}
