package results

import (
	"encoding/json"
	"fmt"
	"os"
	"path/filepath"
	"slices"
	"time"

	"gridjudge/harness/machine"
	"gridjudge/harness/shard"
)

// The files of a run.
const (
	SamplesFile  = "solve.bench"
	ManifestFile = "run.json"
	CasesFile    = "cases.json.gz"

	// caseLinesFile holds the times of single cases while the run is measured.
	caseLinesFile = "cases.jsonl"
)

// Manifest is the content of run.json: the command and its settings, the machine, the
// build of gridjudge, and the benchmarks.
type Manifest struct {
	Started time.Time       `json:"started"`
	Ended   time.Time       `json:"ended,omitzero"` // zero until the run is complete
	Commit  string          `json:"commit"`
	Dirty   bool            `json:"dirty"`             // there were uncommitted changes or untracked files
	Program string          `json:"program,omitempty"` // digest of the executable
	Command []string        `json:"command"`
	Machine machine.Machine `json:"machine"`

	// Environment is zero in runs of older builds, which did not record it.
	Environment machine.Environment `json:"environment,omitzero"`

	Corpus     string          `json:"corpus"` // digest over all sets of the run
	Seed       uint64          `json:"seed"`
	Rounds     int             `json:"rounds"`
	MinTime    time.Duration   `json:"min_time_ns"`
	Pinned     *int            `json:"pinned_cpu,omitempty"`
	Load       [2]float64      `json:"load"`            // one-minute average at the start and at the latest round
	Forced     int64           `json:"forced_switches"` // context switches that the kernel forced within samples
	Resumed    int             `json:"resumed"`         // how many times the run was resumed
	Judged     bool            `json:"judged"`          // whether every benchmark has been judged
	Benchmarks []BenchmarkInfo `json:"cells"`
	Selected   Selection       `json:"selected"`

	Verb  string      `json:"verb,omitempty"`  // judge, bench or generate; empty in runs of older builds
	Shard shard.Shard `json:"shard,omitzero"`  // zero: the run is not cut
	Whole *Whole      `json:"whole,omitempty"` // of a shard, or of a judging that has not ended
	Lines string      `json:"lines,omitempty"` // digest of the lines or samples of a shard

	Parts    []ShardOf         `json:"parts,omitempty"`    // of a merged run
	Machines []machine.Machine `json:"machines,omitempty"` // of a merged run: the different ones
	Missing  []shard.Shard     `json:"missing,omitempty"`  // of a merged run that is partial

	Programs []Receipt `json:"programs,omitempty"` // of the programs that take part
	Notes    []string  `json:"notes,omitempty"`    // facts that a reader must know in addition to the figures

	TableNotes []string `json:"table_notes,omitempty"` // of a shard: lines below the table of judge
}

// Selection is what the user asked for, so that a run can be resumed.
type Selection struct {
	Solvers []string `json:"solvers,omitempty"`
	Sets    []string `json:"sets,omitempty"`
	Problem string   `json:"problem,omitempty"`
	Input   Files    `json:"input,omitempty"`
	Exec    []string `json:"exec,omitempty"`

	Contestants string          `json:"contestants,omitempty"`
	Settings    ProgramSettings `json:"settings,omitzero"` // of the programs of Exec

	RequireSandbox bool `json:"require_sandbox,omitempty"`

	OnlyExternal bool    `json:"only_external,omitempty"`
	Isolate      bool    `json:"isolate,omitempty"`
	LimitScale   float64 `json:"limit_scale,omitempty"` // 0 means 1
	PerCase      string  `json:"per_case,omitempty"`    // file for the times of single cases
}

// Files are the user's files of puzzles. In JSON they are a list; the manifests of
// versions that took one file have a string.
type Files []string

// UnmarshalJSON reads a list or a string.
func (f *Files) UnmarshalJSON(text []byte) error {
	var one string
	if json.Unmarshal(text, &one) == nil {
		*f = Files{one}
		return nil
	}
	return json.Unmarshal(text, (*[]string)(f))
}

// ProgramSettings are the limits of the programs of --exec, and the files that they
// may read, as the user wrote them.
type ProgramSettings struct {
	Memory       string   `json:"memory,omitempty"`
	AddressSpace string   `json:"address_space,omitempty"`
	Wall         string   `json:"wall,omitempty"`
	Processes    int      `json:"processes,omitempty"`
	Read         []string `json:"read,omitempty"`
}

// BenchmarkInfo is the part of run.json about one benchmark.
type BenchmarkInfo struct {
	Set     string        `json:"set"`
	Solver  string        `json:"solver"`
	Process bool          `json:"process,omitempty"`  // timed as whole processes, start included
	Corpus  string        `json:"corpus"`             // digest of the set
	Limit   time.Duration `json:"limit_ns,omitempty"` // for the whole set
	Answers string        `json:"answers,omitempty"`  // digest of the answers
	Forced  int64         `json:"forced_switches"`

	// These fields are set for a benchmark that is not timed: the reason, and how many
	// cases were solved. If the benchmark was accepted and failed while it was timed,
	// DroppedRound is the round, counted from 1, in which it failed. Its samples do
	// not count then.
	Rejected     Rejection     `json:"rejected,omitzero"`
	DroppedRound int           `json:"dropped_round,omitempty"`
	Solved       int           `json:"solved,omitempty"`
	Cases        int           `json:"cases,omitempty"`
	PAR2         time.Duration `json:"par2_ns,omitempty"`
}

// Receipt identifies a program that took part. A program with an equal Receipt is the
// same program.
type Receipt struct {
	Name       string            `json:"name"`
	Command    []string          `json:"command"`
	Executable string            `json:"executable"`         // its path
	Digest     string            `json:"digest"`             // of the executable
	Files      map[string]string `json:"files,omitempty"`    // digests of the files that the command names
	Directory  string            `json:"directory"`          // where relative paths start
	Contents   string            `json:"contents,omitempty"` // digest of the files in it
	Build      []string          `json:"build,omitempty"`
	Compiler   string            `json:"compiler,omitempty"` // first line of its version
}

// NewManifest returns the manifest of a run that this build begins on this machine.
func NewManifest() *Manifest {
	commit, dirty := machine.Revision()
	return &Manifest{
		Started: time.Now().UTC(), Commit: commit, Dirty: dirty, Program: machine.ProgramDigest(),
		Machine: machine.ThisMachine(), Environment: machine.ThisEnvironment(), Load: [2]float64{machine.Load()},
	}
}

// Benchmark returns the benchmark that c is about.
func (c *BenchmarkInfo) Benchmark() Benchmark { return Benchmark{c.Set, c.Solver} }

// RejectedSample returns a Sample that stands for a benchmark that is not timed. It has
// no time, and says why.
func (c *BenchmarkInfo) RejectedSample() *Sample {
	return &Sample{Benchmark: c.Benchmark(), Cases: c.Cases, Solved: c.Solved, Rejected: c.Rejected, PAR2: c.PAR2}
}

// Drop records that an accepted benchmark failed in a round, counted from 1. It is not
// timed from that round on, and all its cases count as unsolved.
func (c *BenchmarkInfo) Drop(round int, why Rejection) {
	c.Rejected, c.DroppedRound, c.Solved, c.PAR2 = why, round, 0, 2*c.Limit
}

// Rejections returns the benchmarks that are not timed.
func (m *Manifest) Rejections() []BenchmarkInfo {
	return slices.DeleteFunc(slices.Clone(m.Benchmarks), func(c BenchmarkInfo) bool { return c.Rejected.IsZero() })
}

// Note adds a note, once.
func (m *Manifest) Note(note string) {
	if !slices.Contains(m.Notes, note) {
		m.Notes = append(m.Notes, note)
	}
}

// DirName returns the name of the run's folder: its time, commit and shard.
func (m *Manifest) DirName() string {
	name := m.Started.UTC().Format("20060102T150405Z") + "-" + m.Commit[:min(len(m.Commit), 12)]
	if m.Dirty {
		name += "-dirty"
	}
	if !m.Shard.IsZero() {
		name += fmt.Sprintf("-%dof%d", m.Shard.Index, m.Shard.Of)
	}
	return name
}

// ReadManifest reads the run.json of a run.
func ReadManifest(dir string) (*Manifest, error) {
	return readManifest(dir, func(data []byte) ([]byte, error) { return data, nil })
}

// readManifest reads the run.json of a run. filter changes the text before it is decoded.
func readManifest(dir string, filter func([]byte) ([]byte, error)) (*Manifest, error) {
	path := filepath.Join(dir, ManifestFile)
	data, err := os.ReadFile(path)
	if err != nil {
		return nil, err
	}
	m := new(Manifest)
	if data, err = filter(data); err == nil {
		err = json.Unmarshal(data, m)
	}
	if err != nil {
		return nil, fmt.Errorf("%s: %w", path, err)
	}
	return m, nil
}

// Save writes run.json completely or not at all.
func (m *Manifest) Save(dir string) error { return saveJSON(dir, m) }

func saveJSON(dir string, manifest any) error {
	data, err := json.MarshalIndent(manifest, "", "  ")
	if err != nil {
		return err
	}
	return WriteFile(filepath.Join(dir, ManifestFile), append(data, '\n'))
}
