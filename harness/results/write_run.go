package results

import (
	"bytes"
	"errors"
	"fmt"
	"os"
	"path/filepath"
)

// WriteSamples writes the samples of a run and the times of single cases, each file whole or not at all.
func WriteSamples(dir string, m *Manifest, samples []*Sample) error {
	var lines buffer
	recorder, err := NewRecorder(&lines, 0, m.Machine.Config(m.Corpus))
	if err != nil {
		return err
	}
	var cases []*Cases
	for _, s := range samples {
		if err := recorder.Append(s); err != nil {
			return err
		}
		cases = append(cases, casesOf(s))
	}
	if err := writeCases(filepath.Join(dir, CasesFile), cases); err != nil {
		return err
	}
	return WriteFile(filepath.Join(dir, SamplesFile), lines.Bytes())
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

// MakeRun makes the folder of a run below parent, whole or not at all: write writes its files into a folder that gets
// its name at the end.
func MakeRun(parent string, m *Manifest, write func(dir string) error) (dir string, err error) {
	if err := os.MkdirAll(parent, 0o777); err != nil {
		return "", err
	}
	temporary, err := os.MkdirTemp(parent, tempPattern)
	if err != nil {
		return "", err
	}
	defer os.RemoveAll(temporary) // it is gone once it has its name
	if err := errors.Join(os.Chmod(temporary, 0o755), write(temporary)); err != nil {
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
