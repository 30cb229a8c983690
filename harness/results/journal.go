package results

import (
	"bytes"
	"encoding/json"
	"errors"
	"fmt"
	"io/fs"
	"os"
	"path/filepath"

	"gridjudge/harness/machine"
)

// Journal is a run that is recorded line by line in one file, which no other process writes to until Close. A kill at
// any moment loses at most the last line.
type Journal struct {
	Dir      string
	Manifest *Manifest

	path  string
	lines appender
}

// CreateJournal makes a new folder for a run below parent, with the manifest and an empty file of lines. If it fails,
// it leaves nothing.
func CreateJournal(parent, file string, m *Manifest) (*Journal, error) {
	if err := os.MkdirAll(parent, 0o777); err != nil {
		return nil, err
	}
	dir, err := makeDir(filepath.Join(parent, m.DirName()))
	if err != nil {
		return nil, err
	}
	j := &Journal{Dir: dir, Manifest: m, path: filepath.Join(dir, file)}
	err = m.Save(dir)
	if err == nil {
		j.lines.file, err = openLocked(j.path)
	}
	if err != nil {
		return nil, errors.Join(err, os.RemoveAll(dir))
	}
	return j, nil
}

// ResumeJournal opens an unfinished run and passes its whole lines to visit. It cuts off a last line without a newline,
// which a kill left.
func ResumeJournal(dir, file string, visit func(line []byte) error) (*Journal, error) {
	j := &Journal{Dir: dir, path: filepath.Join(dir, file)}
	locked, err := openLocked(j.path) // before the look at the files: another writer may append
	if err != nil {
		return nil, err
	}
	j.lines.file = locked
	if err := j.resume(file, visit); err != nil {
		return nil, errors.Join(err, locked.Close())
	}
	j.Manifest.Resumed++
	return j, nil
}

func (j *Journal) resume(file string, visit func(line []byte) error) (err error) {
	if j.Manifest, err = ReadManifest(j.Dir); err != nil {
		return err
	}
	if !j.Manifest.Ended.IsZero() {
		return fmt.Errorf("%s: %w", j.Dir, ErrComplete)
	}
	if j.lines.size, err = ReadLines(j.Dir, file, visit); err != nil {
		return err
	}
	return errors.Join(j.lines.file.Truncate(j.lines.size), removeTemporary(j.Dir))
}

// ReadLines passes the whole lines of a journal's file to visit and returns their size in bytes. Errors name file and
// line.
func ReadLines(dir, file string, visit func(line []byte) error) (size int64, err error) {
	path := filepath.Join(dir, file)
	data, err := os.ReadFile(path)
	if err != nil {
		return 0, err
	}
	n := 0
	for line := range bytes.Lines(data) {
		if n++; line[len(line)-1] != '\n' {
			break
		}
		if err := visit(line); err != nil {
			return 0, fmt.Errorf("%s:%d: %w", path, n, err)
		}
		size += int64(len(line))
	}
	return size, nil
}

// Append records one line.
func (j *Journal) Append(line any) error {
	data, err := json.Marshal(line)
	if err != nil {
		return err
	}
	return j.lines.append(append(data, '\n'))
}

// Save writes the manifest.
func (j *Journal) Save() error { return j.Manifest.Save(j.Dir) }

// Seal writes the manifest with the digest of the lines. No line may be added afterwards.
func (j *Journal) Seal() (err error) {
	if j.Manifest.Lines, err = machine.FileDigest(j.path); err != nil {
		return err
	}
	return j.Save()
}

// CheckLines returns an error if the lines of a run have changed since Seal.
func CheckLines(dir, file string, m *Manifest) error {
	digest, err := machine.FileDigest(filepath.Join(dir, file))
	if errors.Is(err, fs.ErrNotExist) {
		return fmt.Errorf("%s is missing", file)
	}
	if err == nil && digest != m.Lines {
		err = fmt.Errorf("%s is cut short or changed: its digest is %s, %s says %s", file, digest, ManifestFile, m.Lines)
	}
	return err
}

// RemoveLines removes the file of lines: the run is recorded in its final form.
func (j *Journal) RemoveLines() error {
	return errors.Join(j.lines.file.Close(), os.Remove(j.path))
}

// Close closes the file.
func (j *Journal) Close() error {
	err := j.lines.file.Close()
	if errors.Is(err, fs.ErrClosed) {
		return nil
	}
	return err
}

// Discard removes the run.
func (j *Journal) Discard() error {
	return errors.Join(j.Close(), os.RemoveAll(j.Dir))
}
