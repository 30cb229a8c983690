package results

import (
	"encoding/json"
	"os"
	"path/filepath"
	"runtime"
	"strconv"
	"time"

	"gridjudge/harness/machine"
)

// PairFiles are the samples of the two arms of a recorded pair.
var PairFiles = [2]string{"old.bench", "new.bench"}

// PairManifest is the run.json of a recorded pair: two builds of gridjudge, or two
// external programs, that were measured side by side.
type PairManifest struct {
	Started time.Time       `json:"started"`
	Ended   time.Time       `json:"ended,omitzero"` // zero: interrupted
	Command []string        `json:"command"`
	Program string          `json:"program,omitempty"` // digest of the executable that compared
	Machine machine.Machine `json:"machine"`
	Seed    uint64          `json:"seed"`
	Rounds  int             `json:"rounds"`
	MinTime time.Duration   `json:"min_time_ns"`
	Load    [2]float64      `json:"load"` // one-minute average at the start and at the end
	Arms    [2]Arm          `json:"arms"`
}

// Arm is one of the two builds or programs.
type Arm struct {
	Name    string `json:"name"`              // of a build: as the user named it; of a program: its name and command
	Commit  string `json:"commit"`            // in full; "" for a program
	Dirty   bool   `json:"dirty"`             // tracked files differed from the commit
	Program string `json:"program,omitempty"` // digest of the executable

	Sets map[string]string `json:"sets"` // digests of its sets by their names; two builds may embed different sets
}

// Pair is a recorded pair that is being written.
type Pair struct {
	Dir      string
	Manifest *PairManifest
	Samples  int // recorded so far

	samples [2]appender
}

// CreatePair makes a new folder for a pair below parent, named after the time and
// the first eight characters of two labels. If it fails, it leaves nothing.
func CreatePair(parent string, labels [2]string, m *PairManifest) (*Pair, error) {
	if err := os.MkdirAll(parent, 0o777); err != nil {
		return nil, err
	}
	name := m.Started.UTC().Format("20060102T150405Z") + "-compare"
	for _, label := range labels {
		name += "-" + label[:min(len(label), 8)]
	}
	dir, err := makeDir(filepath.Join(parent, name))
	if err != nil {
		return nil, err
	}
	p := &Pair{Dir: dir, Manifest: m}
	m.Load[0] = machine.Load()
	if err = p.save(); err == nil {
		err = p.open()
	}
	if err != nil {
		p.discard()
		return nil, err
	}
	return p, nil
}

func (p *Pair) open() error {
	for i, name := range PairFiles {
		file, err := os.OpenFile(filepath.Join(p.Dir, name), os.O_CREATE|os.O_EXCL|os.O_WRONLY|os.O_APPEND, 0o666)
		if err != nil {
			return err
		}
		p.samples[i].file = file
		if err := p.samples[i].append(head(p.Manifest.Machine.Config(""))); err != nil {
			return err
		}
	}
	return nil
}

// Append records a sample of one arm, or a result that is not timed: 0 is the old one, 1 the new one.
func (p *Pair) Append(arm int, r *Result, s *Sample) error {
	p.Samples++
	return p.samples[arm].append(r.line(s, strconv.Itoa(runtime.GOMAXPROCS(0))))
}

// Finish records the end: no sample follows.
func (p *Pair) Finish() error {
	p.Manifest.Ended = time.Now().UTC()
	p.Manifest.Load[1] = machine.Load()
	return p.save()
}

// Close closes the files. A folder without any sample is removed.
func (p *Pair) Close() error {
	if p.Samples == 0 {
		return p.discard()
	}
	var first error
	for _, a := range p.samples {
		if err := a.file.Close(); first == nil {
			first = err
		}
	}
	return first
}

// discard removes the folder.
func (p *Pair) discard() error {
	for _, a := range p.samples {
		if a.file != nil {
			a.file.Close()
		}
	}
	return os.RemoveAll(p.Dir)
}

func (p *Pair) save() error {
	data, err := json.MarshalIndent(p.Manifest, "", "  ")
	if err != nil {
		return err
	}
	return WriteFile(filepath.Join(p.Dir, ManifestFile), append(data, '\n'))
}
