package results

import (
	"encoding/json"
	"errors"
	"fmt"
	"path/filepath"
	"slices"
	"strings"
	"time"

	"gridjudge/harness/machine"
)

// The files of a run.
const (
	ManifestFile = "run.json"      // what was asked, and where and when it was run
	JudgedFile   = "judged.jsonl"  // a line for each judged benchmark
	SamplesFile  = "solve.bench"   // a line for each sample
	CasesFile    = "cases.json.gz" // a value for each case
	FactsFile    = "facts.jsonl"   // a line for each process of a program, from the verb judge

	caseLinesFile = "cases.jsonl" // becomes CasesFile when the run ends
)

// Version is the version of the files of a run that this gridjudge writes.
const Version = 3

// Manifest is the content of run.json. It is written at the start and at the end of a run.
type Manifest struct {
	Version int `json:"version"`
	Request `json:"request"`
	Arm     string    `json:"arm,omitempty"` // in compare and calibrate: OldArm or NewArm, which were measured side by side
	Command []string  `json:"command"`       // what Request.Command returned when the run began; it is only shown
	Started time.Time `json:"started"`
	Ended   time.Time `json:"ended,omitzero"` // zero until the run is complete

	Plan Plan `json:"plan"`

	Machine     machine.Machine     `json:"machine"`
	Environment machine.Environment `json:"environment,omitzero"`
	Load        [2]float64          `json:"load"`            // one-minute average at the start and at the end
	Forced      int64               `json:"forced_switches"` // context switches that the kernel forced within samples
	Resumed     int                 `json:"resumed"`         // how many times the run was resumed
	Notes       []string            `json:"notes,omitempty"` // facts that a reader must know in addition to the figures

	Origins []*Manifest `json:"parts,omitempty"` // the manifests of the shards, if the run is a merged one
}

// NewManifest returns the manifest of a run that begins now, with this build and on this machine. The paths of the
// request become relative to the working folder.
func NewManifest(request Request, plan Plan) *Manifest {
	request = request.relative()
	return &Manifest{
		Version: Version, Request: request, Command: request.Command(), Started: time.Now().UTC(), Plan: plan,
		Machine: machine.ThisMachine(), Environment: machine.ThisEnvironment(), Load: [2]float64{machine.Load()},
	}
}

// Apart checks whether the samples of two runs may be pooled, that is, used together as if they came from one run. It
// returns "" if they may, and otherwise the reason why not, for example "another machine". Samples may be pooled if the
// runs agree in everything that could change a time:
//   - the verb and the machine;
//   - the settings that change what is searched or what is accepted, and the length of a sample;
//   - the build of gridjudge, and the build and the folder of each program that both runs have;
//   - the cases and the time limit of each set that both runs have.
//
// A shorter sample has fewer passes, so a larger share of them runs with cold caches: a pass of bits on xc/named took
// 0.308 ms in samples of 20 ms, and 0.296 ms in samples of 100 ms. The number of rounds and pinning may differ, because
// they change only how much the times scatter. The build of a bare file is not known (its Manifest is nil), so its
// samples are never pooled with samples of another run.
func (m *Manifest) Apart(o *Manifest) string {
	if m == nil || o == nil {
		return "nobody knows the build of a file"
	}
	otherSets := slices.ContainsFunc(m.Plan.Sets, func(x PlannedSet) bool {
		return slices.ContainsFunc(o.Plan.Sets, func(y PlannedSet) bool {
			return x.Name == y.Name && (x.Digest != y.Digest || x.Limit != y.Limit)
		})
	})
	otherProgram := slices.ContainsFunc(m.Plan.Programs, func(x Receipt) bool {
		return slices.ContainsFunc(o.Plan.Programs, func(y Receipt) bool {
			return x.Name == y.Name && (x.Same(&y) != nil || x.Directory != y.Directory)
		})
	})
	switch {
	case m == o:
		return ""
	case m.Verb != o.Verb:
		return "another verb"
	case m.Machine != o.Machine:
		if same := m.Machine; same.Procs != o.Machine.Procs {
			if same.Procs = o.Machine.Procs; same == o.Machine {
				return fmt.Sprintf("GOMAXPROCS %d and %d", m.Machine.Procs, o.Machine.Procs)
			}
		}
		return "another machine"
	case len(m.Differences(&o.Request, OfRules)) > 0:
		var all []string
		for _, d := range m.Differences(&o.Request, OfRules) {
			all = append(all, d.String())
		}
		return "settings differ: " + strings.Join(all, ", ")
	case m.MinTime != o.MinTime:
		return fmt.Sprintf("settings differ: --time %v and %v", m.MinTime, o.MinTime)
	case m.Plan.Executable == "" || o.Plan.Executable == "":
		return "an unknown build"
	case m.Rebuilt(o):
		return "another executable of the same commit: it was built in another folder (go build -trimpath makes the same one " +
			"in every folder), or with other flags or another version of Go"
	case m.Plan.Executable != o.Plan.Executable:
		return "another build"
	case otherSets:
		return "other cases or another time limit in a set"
	case otherProgram:
		return "another build or folder of a program"
	}
	return ""
}

// Rebuilt reports whether two runs used different executables that were built from the same commit without changes.
func (m *Manifest) Rebuilt(o *Manifest) bool {
	return m.Plan.Commit != machine.Unknown && m.Plan.Commit == o.Plan.Commit && !m.Plan.Dirty && !o.Plan.Dirty &&
		m.Plan.Executable != o.Plan.Executable && min(m.Plan.Executable, o.Plan.Executable) != ""
}

// dirName returns the name of the run's folder. It consists of the start time, the commit, the arm and the shard.
func (m *Manifest) dirName() string {
	name := m.Started.UTC().Format("20060102T150405Z") + "-" + m.Plan.Commit[:min(len(m.Plan.Commit), 12)]
	if m.Plan.Dirty {
		name += "-dirty"
	}
	if m.Arm != "" {
		name += "-" + m.Arm
	}
	if !m.Shard.IsZero() {
		name += fmt.Sprintf("-%dof%d", m.Shard.Index, m.Shard.Of)
	}
	return name
}

// ReadManifest reads the run.json of a run, of version 2 or 3. It returns an error for other versions.
func ReadManifest(dir string) (*Manifest, error) {
	path := filepath.Join(dir, ManifestFile)
	data, err := readRegular(path)
	if err != nil {
		return nil, err
	}
	var old version2
	m := new(Manifest)
	if err = json.Unmarshal(data, &old); err == nil {
		if old.Version != Version && old.Version != 2 {
			return nil, fmt.Errorf("%s is of %w: %d, and this gridjudge reads 2 and %d", path, errVersion, old.Version, Version)
		}
		err = json.Unmarshal(data, m)
	}
	if err == nil && (slices.Contains(m.Origins, nil) || len(m.Origins) != len(old.Parts)) {
		err = errors.New("a part is null")
	}
	if err != nil {
		return nil, fmt.Errorf("%s: %w", path, err)
	}
	if old.Version == 2 {
		old.complete(m)
	}
	return m, nil
}

// errVersion is the error of a run that another version of gridjudge recorded.
var errVersion = errors.New("another version of recorded runs")

// version2 has the fields that a run.json of version 2 keeps in other places than version 3.
type version2 struct {
	Version int
	Verb    string
	Shard   Shard
	Pinned  *int `json:"pinned_cpu"`
	Plan    struct {
		Seed    uint64
		Rounds  int
		MinTime time.Duration `json:"min_time_ns"`
		Apart   struct {
			Settings
			Nodes uint64
			Case  time.Duration `json:"case_ns"`
		} `json:"settings"`
	}
	Parts []*version2
}

// complete derives the request of a manifest, and of its shards, from the plan, because version 2 has no request.
func (v *version2) complete(m *Manifest) {
	settings := v.Plan.Apart.Settings
	settings.Seed, settings.Rounds, settings.MinTime, settings.CPU = v.Plan.Seed, v.Plan.Rounds, v.Plan.MinTime, v.Pinned
	m.Version = Version
	m.Request = Request{Derived: true, Verb: v.Verb, Settings: settings, Shard: v.Shard}
	m.Limits.Nodes, m.Limits.Case = v.Plan.Apart.Nodes, v.Plan.Apart.Case
	for i, part := range v.Parts {
		part.complete(m.Origins[i])
	}
}

// Save writes run.json completely or not at all.
func (m *Manifest) Save(dir string) error {
	return WriteJSON(filepath.Join(dir, ManifestFile), m)
}

// CheckMachine returns an error if the run was begun on another machine than this one.
func (m *Manifest) CheckMachine() error {
	if now := machine.ThisMachine(); m.Machine != now {
		return fmt.Errorf("it was begun on %v, and this is %v", m.Machine, now)
	}
	return nil
}
