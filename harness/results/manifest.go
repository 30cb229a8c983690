package results

import (
	"encoding/json"
	"errors"
	"fmt"
	"io/fs"
	"os"
	"path/filepath"
	"slices"
	"time"

	"gridjudge/harness/doctor"
)

// The files of a run.
const (
	SamplesFile  = "solve.bench"
	ManifestFile = "run.json"
)

// Manifest is what run.json holds: everything about a run that does not make it
// incomparable with another.
type Manifest struct {
	Started    time.Time       `json:"started"`
	Ended      time.Time       `json:"ended,omitzero"` // zero: cut short so far
	Commit     string          `json:"commit"`
	Dirty      bool            `json:"dirty"`             // tracked files differed from the commit
	Program    string          `json:"program,omitempty"` // digest of the executable
	Command    []string        `json:"command"`
	Machine    doctor.Machine  `json:"machine"`
	Corpus     string          `json:"corpus"` // digest over all sets of the run
	Seed       uint64          `json:"seed"`
	Rounds     int             `json:"rounds"`
	MinTime    time.Duration   `json:"min_time_ns"`
	Pinned     *int            `json:"pinned_cpu,omitempty"`
	Load       [2]float64      `json:"load"`            // one-minute average at the start and at the latest round
	Forced     int64           `json:"forced_switches"` // context switches that the kernel forced within samples
	Resumed    int             `json:"resumed"`         // times that the run was gone on with
	Judged     bool            `json:"judged"`          // whether every cell has been judged
	Benchmarks []BenchmarkInfo `json:"cells"`
	Selected   Selection       `json:"selected"`
}

// Selection is what the user asked for, so that a run can be gone on with.
type Selection struct {
	Solvers []string `json:"solvers,omitempty"`
	Sets    []string `json:"sets,omitempty"`
	Problem string   `json:"problem,omitempty"`
	Input   string   `json:"input,omitempty"`
	Exec    []string `json:"exec,omitempty"`

	Contestants string `json:"contestants,omitempty"`
}

// BenchmarkInfo is what run.json says of one cell.
type BenchmarkInfo struct {
	Set     string `json:"set"`
	Solver  string `json:"solver"`
	Corpus  string `json:"corpus"`            // digest of the set
	Answers string `json:"answers,omitempty"` // digest of the answers
	Forced  int64  `json:"forced_switches"`

	// Of a cell that was not timed: why, and how far it came.
	Rejected string        `json:"rejected,omitempty"`
	Solved   int           `json:"solved,omitempty"`
	Cases    int           `json:"cases,omitempty"`
	PAR2     time.Duration `json:"par2_ns,omitempty"`
}

// Benchmark is the cell that c is about.
func (c *BenchmarkInfo) Benchmark() Benchmark { return Benchmark{c.Set, c.Solver} }

// Rejection is the line of a cell that was not timed.
func (c *BenchmarkInfo) Rejection() *Sample {
	return &Sample{Benchmark: c.Benchmark(), Cases: c.Cases, Solved: c.Solved, Rejected: c.Rejected, PAR2: c.PAR2}
}

// Rejections are the cells that were not timed.
func (a *Manifest) Rejections() []BenchmarkInfo {
	return slices.DeleteFunc(slices.Clone(a.Benchmarks), func(c BenchmarkInfo) bool { return c.Rejected == "" })
}

// DirName is the folder of a run: its time and commit.
func (a *Manifest) DirName() string {
	name := a.Started.UTC().Format("20060102T150405Z") + "-" + a.Commit[:min(len(a.Commit), 12)]
	if a.Dirty {
		name += "-dirty"
	}
	return name
}

// Create makes a new folder for the run below parent and opens its samples.
func Create(parent string, about *Manifest) (dir string, file *os.File, err error) {
	if err := os.MkdirAll(parent, 0o777); err != nil {
		return "", nil, err
	}
	for n := 1; ; n++ {
		dir = filepath.Join(parent, about.DirName())
		if n > 1 {
			dir += fmt.Sprintf("-%d", n)
		}
		err := os.Mkdir(dir, 0o777)
		if err == nil {
			break
		}
		if !errors.Is(err, fs.ErrExist) {
			return "", nil, err
		}
	}
	if err := about.Save(dir); err != nil {
		os.Remove(dir) // nothing half-written stays behind
		return "", nil, err
	}
	file, err = os.OpenFile(filepath.Join(dir, SamplesFile), os.O_CREATE|os.O_EXCL|os.O_WRONLY|os.O_APPEND, 0o666)
	if err != nil {
		os.RemoveAll(dir)
		return "", nil, err
	}
	return dir, file, nil
}

// Open opens an unfinished run to go on with: the file is cut to whole lines.
func Open(dir string) (about *Manifest, tail *Tail, file *os.File, err error) {
	about, err = ReadManifest(dir)
	if err != nil {
		return nil, nil, nil, err
	}
	path := filepath.Join(dir, SamplesFile)
	tail, err = readTail(path)
	if errors.Is(err, fs.ErrNotExist) {
		tail, err = &Tail{}, nil // killed before the file was there
	}
	if err != nil {
		return nil, nil, nil, err
	}
	file, err = os.OpenFile(path, os.O_CREATE|os.O_WRONLY|os.O_APPEND, 0o666)
	if err != nil {
		return nil, nil, nil, err
	}
	return about, tail, file, file.Truncate(tail.Size)
}

// ReadManifest reads the run.json of a run.
func ReadManifest(dir string) (*Manifest, error) {
	path := filepath.Join(dir, ManifestFile)
	data, err := os.ReadFile(path)
	if err != nil {
		return nil, err
	}
	about := new(Manifest)
	if err := json.Unmarshal(data, about); err != nil {
		return nil, fmt.Errorf("%s: %w", path, err)
	}
	return about, nil
}

// Save writes run.json, whole or not at all.
func (a *Manifest) Save(dir string) error {
	data, err := json.MarshalIndent(a, "", "  ")
	if err != nil {
		return err
	}
	return WriteFile(filepath.Join(dir, ManifestFile), append(data, '\n'))
}

// WriteFile replaces a file such that a reader, or a kill, sees the old or the
// new one and never a part. (renameio does this, but not on Windows.)
func WriteFile(path string, data []byte) error {
	f, err := os.CreateTemp(filepath.Dir(path), ".tmp-*")
	if err != nil {
		return err
	}
	defer os.Remove(f.Name()) // fails once it has been renamed
	_, err = f.Write(data)
	err = errors.Join(err, f.Chmod(0o644), f.Close())
	if err != nil {
		return err
	}
	return os.Rename(f.Name(), path)
}
