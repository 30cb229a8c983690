package results

import (
	"slices"
	"time"

	"gridjudge/harness/shard"
	"gridjudge/harness/testset"
)

// Whole describes the whole work of which each shard does a part. All shards of a run record the same Whole.
type Whole struct {
	Sets     []WholeSet      `json:"sets,omitempty"`
	Settings JudgingSettings `json:"settings,omitzero"`
	Absent   []string        `json:"absent,omitempty"` // which solvers do not take which sizes

	// Of generate: the command that makes all puzzles, and the layout of its output.
	Recipe string `json:"recipe,omitempty"`
	Layout string `json:"layout,omitempty"`
}

// WholeSet is a test set and who takes part on it.
type WholeSet struct {
	Name     string            `json:"name"`
	Digest   string            `json:"digest"`
	Cases    int               `json:"cases"`
	Limit    time.Duration     `json:"limit_ns,omitempty"`
	Loosened bool              `json:"loosened,omitempty"` // the limit is wider than the one that the set declares
	Expect   map[string]string `json:"expect,omitempty"`
	Solvers  []string          `json:"solvers,omitempty"`  // built-in solvers, judged in the process of gridjudge
	Programs []string          `json:"programs,omitempty"` // programs, judged as processes

	// Of a file of the user's: its name, and where its cases start.
	File  string            `json:"file,omitempty"`
	Lines []testset.LineRun `json:"lines,omitempty"`
}

// JudgingSettings are the flags of judge that change verdicts or counts.
type JudgingSettings struct {
	Solutions  int           `json:"solutions"`
	NodeBudget uint64        `json:"node-budget"`
	CaseLimit  time.Duration `json:"case-limit"`
	KeepGoing  bool          `json:"keep-going"`
	LimitScale float64       `json:"limit-scale"`
	Strict     bool          `json:"strict"`
	PerCase    bool          `json:"per-case"`
	Repeat     int           `json:"repeat"`
}

// ShardOf describes a recorded run that a merged one is made of.
type ShardOf struct {
	Shard   shard.Shard `json:"shard"`
	Run     string      `json:"run"` // the name of its folder
	Started time.Time   `json:"started"`
	Machine int         `json:"machine"`          // index in the machines of the merged run
	Others  []string    `json:"others,omitempty"` // other attempts, which were not taken
}

// NewWholeSet describes a test set without its contestants.
func NewWholeSet(set *testset.TestSet) WholeSet {
	whole := set.Whole()
	w := WholeSet{Name: set.Name, Digest: whole.Digest, Cases: whole.Cases, Limit: set.TimeLimit, Loosened: set.Loosened, File: set.File}
	if set.Embedded != nil {
		w.Expect = set.Embedded.Expect
	} else {
		w.Lines = whole.Lines
	}
	return w
}

// AddAbsent adds a sentence, once.
func (w *Whole) AddAbsent(note string) {
	if !slices.Contains(w.Absent, note) {
		w.Absent = append(w.Absent, note)
	}
}
