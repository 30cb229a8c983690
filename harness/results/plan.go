package results

import (
	"crypto/sha256"
	"fmt"
	"maps"
	"os"
	"path/filepath"
	"slices"
	"strconv"
	"strings"
	"time"

	"gridjudge/harness/machine"
)

// Plan is what a Request was resolved to: the build, the cases and the programs. A run can be resumed only with an
// equal plan, and shards can be merged only if their plans are equal.
type Plan struct {
	Version    string       `json:"version,omitempty"` // of gridjudge; runs before 0.1.0 do not have it
	Commit     string       `json:"commit"`
	Dirty      bool         `json:"dirty"`      // there were uncommitted changes or untracked files
	Executable string       `json:"executable"` // digest of the executable
	Sets       []PlannedSet `json:"sets"`
	Programs   []Receipt    `json:"programs,omitempty"`
}

// PlannedSet is a test set and who takes part on it.
type PlannedSet struct {
	Name        string        `json:"name"`
	Digest      string        `json:"digest,omitempty"` // "" for a user's file: its results have the digest
	Limit       time.Duration `json:"limit_ns,omitempty"`
	Contestants []string      `json:"contestants"`
}

// NewPlan returns a plan of this build. It has no sets yet.
func NewPlan() Plan {
	p := Plan{Version: machine.Version, Executable: machine.ProgramDigest()}
	p.Commit, p.Dirty = machine.Revision()
	return p
}

// Add adds a benchmark to the plan. The digest identifies the cases of its set. The limit is the time limit of the set,
// or 0 if there is none or if it is not known.
func (p *Plan) Add(b Benchmark, digest string, limit time.Duration) {
	at := slices.IndexFunc(p.Sets, func(s PlannedSet) bool { return s.Name == b.Set })
	if at < 0 {
		at = len(p.Sets)
		p.Sets = append(p.Sets, PlannedSet{Name: b.Set, Digest: digest, Limit: limit})
	}
	p.Sets[at].Contestants = append(p.Sets[at].Contestants, b.Solver)
}

// Benchmarks lists the benchmarks of a shard. Shard I of N gets whole test sets with all their contestants, namely
// every Nth set from the Ith one on. Sets are never divided, because a ratio needs both of its times from one machine.
func (p *Plan) Benchmarks(s Shard) (all []Benchmark) {
	for i, set := range p.Sets {
		for _, name := range set.Contestants {
			if s.Has(i) {
				all = append(all, Benchmark{set.Name, name})
			}
		}
	}
	return all
}

// corpus returns a digest over all sets.
func (p *Plan) corpus() string {
	h := sha256.New()
	for _, s := range p.Sets {
		fmt.Fprintln(h, s.Name, s.Digest)
	}
	return fmt.Sprintf("%x", h.Sum(nil)[:8])
}

// fact is a value that must be equal in two plans, and the name that an error gives it.
type fact struct {
	name  string
	value any
}

// difference returns an error that names the first difference between two lists of facts.
func difference(a, b []fact) error {
	for i := range min(len(a), len(b)) { // if the lengths differ, an earlier fact differs, too: a number of items
		if a[i] != b[i] {
			return fmt.Errorf("other %s: %+v and %+v", a[i].name, a[i].value, b[i].value)
		}
	}
	return nil
}

// Same returns an error that names the first difference between two plans.
func (p *Plan) Same(o *Plan) error { return difference(p.facts(), o.facts()) }

func (p *Plan) facts() []fact {
	facts := []fact{
		{"build of gridjudge", p.Revision(len(p.Commit))},
		{"build of gridjudge (copy one to all machines): executables", p.Executable},
		{"number of sets", len(p.Sets)},
		{"number of programs", len(p.Programs)},
	}
	for _, s := range p.Sets {
		facts = append(facts, fact{"sets", s.Name}, fact{"corpus: digests of " + s.Name, s.Digest},
			fact{"time limit of " + s.Name, s.Limit}, fact{"contestants on " + s.Name, strings.Join(s.Contestants, ", ")})
	}
	for i := range p.Programs {
		facts = append(facts, p.Programs[i].facts()...)
	}
	return facts
}

// Revision returns the first digits of the commit, and says whether there were uncommitted changes.
func (p *Plan) Revision(digits int) string {
	commit := p.Commit[:min(len(p.Commit), digits)]
	if p.Dirty {
		commit += " with changes"
	}
	return commit
}

// BuiltIn reports whether a result belongs to a solver that is a part of gridjudge. If programs take part, such a
// solver runs as a process, too, but its executable is gridjudge itself.
func (p *Plan) BuiltIn(r *Result) bool {
	receipt := p.Receipt(r.Solver)
	return !r.Process || receipt != nil && receipt.Digest == p.Executable
}

// Receipt returns the receipt of the program of this name, or nil if there is none.
func (p *Plan) Receipt(name string) *Receipt {
	for i := range p.Programs {
		if p.Programs[i].Name == name {
			return &p.Programs[i]
		}
	}
	return nil
}

// Receipt identifies a program that took part, so that resuming and merging can tell whether it is still the same
// program.
type Receipt struct {
	Name       string            `json:"name"`
	Command    []string          `json:"command"`
	Executable string            `json:"executable"`      // path of the executable
	Digest     string            `json:"digest"`          // digest of the executable
	Files      map[string]string `json:"files,omitempty"` // digests of the files that the command names
	Directory  string            `json:"directory"`       // folder that relative paths start from
	Build      []string          `json:"build,omitempty"`
	OwnLimits  string            `json:"own_limits,omitempty"` // those of its contestants file, as --limits has them
	PerCase    bool              `json:"per_case,omitempty"`
}

// Same returns an error if a program has other files or another command in a second receipt. The folders of the command
// may differ, because machines keep the same program in different places.
func (r *Receipt) Same(now *Receipt) error { return difference(r.facts(), now.facts()) }

func (r *Receipt) facts() []fact {
	command := make([]string, len(r.Command))
	for i, arg := range r.Command {
		command[i] = filepath.Base(arg)
	}
	return []fact{
		{"programs", r.Name},
		{"build of " + r.Name + ": executables", r.Digest},
		{"command of " + r.Name, strings.Join(command, " ")},
		{"build of " + r.Name + ": files of its command", strings.Join(slices.Sorted(maps.Values(r.Files)), ", ")},
		{"limits of " + r.Name, r.OwnLimits},
		{"processes of " + r.Name + " (per-case)", r.PerCase},
	}
}

// OwnLimits says which programs have limits of their own, from a contestants file: for example "limits of a, b: time=5s".
func (p *Plan) OwnLimits() (all []string) {
	programs := map[string][]string{} // by their limits
	var limits []string
	for _, r := range p.Programs {
		if r.OwnLimits != "" {
			limits, programs[r.OwnLimits] = With(limits, r.OwnLimits), append(programs[r.OwnLimits], r.Name)
		}
	}
	for _, own := range limits {
		all = append(all, "limits of "+strings.Join(programs[own], ", ")+": "+own)
	}
	return all
}

// Benchmark is one contestant on one test set.
type Benchmark struct {
	Set    string `json:"set"`    // problem/name
	Solver string `json:"solver"` // name of the contestant: a built-in solver or a program
}

func (b Benchmark) String() string { return b.Set + " " + b.Solver }

// Problem returns the name of the problem.
func (b Benchmark) Problem() string {
	problem, _, _ := strings.Cut(b.Set, "/")
	return problem
}

// Shard is one of the equal parts into which the test sets of a run are divided. Index is its number, counted from 1,
// and Of is how many parts there are. The zero value stands for all sets.
type Shard struct{ Index, Of int }

// schedulers are programs that start the same command many times. Each tells the command its number in an environment
// variable.
var schedulers = []struct {
	variable string
	first    int // the number of the first start
}{
	{"SLURM_ARRAY_TASK_ID", 1},  // sbatch --array=1-N
	{"JOB_COMPLETION_INDEX", 0}, // Kubernetes
	{"CI_NODE_INDEX", 1},        // GitLab
	{"PARALLEL_SEQ", 1},         // GNU parallel
}

// IsZero reports whether the shard stands for all of the work.
func (s Shard) IsZero() bool { return s == Shard{} }

// String returns I/N, such as "3/8", or "" for all of the work.
func (s Shard) String() string {
	if s.IsZero() {
		return ""
	}
	return fmt.Sprintf("%d/%d", s.Index, s.Of)
}

// Has reports whether item i of the work, counted from 0, belongs to the shard.
func (s Shard) Has(i int) bool { return s.IsZero() || i%s.Of == s.Index-1 }

// MarshalText writes I/N, or "" for all of the work.
func (s Shard) MarshalText() ([]byte, error) { return []byte(s.String()), nil }

// UnmarshalText reads I/N. It also reads auto/N, and then takes I from the environment variable of a scheduler.
func (s *Shard) UnmarshalText(data []byte) error {
	text := string(data)
	index, of, _ := strings.Cut(text, "/")
	n, err := strconv.Atoi(of)
	if err != nil || n < 1 {
		return fmt.Errorf("%q is not a shard: want I/N, such as 3/8, or auto/N", text)
	}
	first, source := 1, text
	if index == "auto" {
		var names, set []string
		for _, s := range schedulers {
			names = append(names, s.variable)
			if value := os.Getenv(s.variable); value != "" {
				index, first, source = value, s.first, s.variable+"="+value
				set = append(set, source)
			}
		}
		switch len(set) {
		case 0:
			return fmt.Errorf("%s: none of the variables that schedulers set is there, want one of %s: give the number of the shard instead of auto",
				text, strings.Join(names, ", "))
		case 1:
		default:
			return fmt.Errorf("%s: more than one scheduler gives a number, %s: give the number of the shard instead of auto",
				text, strings.Join(set, " and "))
		}
	}
	i, err := strconv.Atoi(index)
	if i += 1 - first; err != nil || i < 1 || i > n {
		return fmt.Errorf("%s: %d shards are numbered from %d to %d", source, n, first, first+n-1)
	}
	*s = Shard{i, n}
	return nil
}
