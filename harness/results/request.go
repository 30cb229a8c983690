package results

import (
	"cmp"
	"encoding/csv"
	"fmt"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"time"

	"github.com/kballard/go-shellquote"
)

// Request is what a user asked a verb to do. The flags are parsed into a Request, run.json stores it, --resume
// continues it, and Command turns it into a command line again. So no command line is ever edited or parsed a second
// time.
type Request struct {
	Verb    string   `json:"verb"`              // judge, bench, compare, calibrate, experiment; explain (not recorded)
	Problem string   `json:"problem,omitempty"` // the problem of Files; "": their content decides
	Sets    []string `json:"sets,omitempty"`    // globs of embedded sets, as the user gave them
	Files   []string `json:"files,omitempty"`   // files of puzzles; "-" is standard input
	Answers string   `json:"answers,omitempty"` // file with the answers to the puzzles, if there is one file of puzzles

	Solvers     []string `json:"solvers,omitempty"`
	SkipMissing bool     `json:"skip_missing,omitempty"`
	Exec        []string `json:"exec,omitempty"`        // programs, as name=COMMAND
	File        string   `json:"contestants,omitempty"` // file that declares programs
	Limits      Limits   `json:"limits,omitzero"`

	Settings

	Old   string `json:"old,omitempty"` // old revision of compare; a record has it as git:COMMIT
	New   string `json:"new,omitempty"` // new revision of compare; "": the working tree
	Shard Shard  `json:"shard,omitzero"`
	Out   string `json:"out,omitempty"` // folder in which the run makes a folder of its own

	// Derived says that the run was recorded before runs had a request. Only Verb, Settings, Shard and the limits of
	// each case are known then, because they follow from its plan.
	Derived bool `json:"derived,omitempty"`
}

// Settings are the other choices of the user that may change a verdict, a count or a time.
type Settings struct {
	Solutions uint64        `json:"solutions,omitempty"` // at which a search stops counting; 0 means 1
	Rounds    int           `json:"rounds,omitempty"`    // rounds to measure; in judge, how often a program is judged
	MinTime   time.Duration `json:"min_time_ns,omitempty"`
	Seed      uint64        `json:"seed"`                 // given or drawn
	CPU       *int          `json:"cpu,omitempty"`        // processor to bind to; nil: none in particular
	Allow     float64       `json:"allow,omitempty"`      // in compare, the allowed change of time; 0.01 is 1 %
	KeepGoing bool          `json:"keep_going,omitempty"` // judge alone has this and the settings below
	PerCase   bool          `json:"per_case,omitempty"`
	Strict    bool          `json:"strict,omitempty"`
	Jobs      int           `json:"jobs,omitempty"` // how many cases to judge at a time; a recorded run always judges one
}

// Wanted returns the number of solutions at which a search stops counting.
func (s *Settings) Wanted() uint64 { return max(s.Solutions, 1) }

// HasPrograms reports whether the user declared a program.
func (r *Request) HasPrograms() bool { return len(r.Exec) > 0 || r.File != "" }

// ToExplain returns the request for a command that shows why a contestant failed: the verb explain judges this one
// contestant again by the same rules. The parameter failed is the result of the contestant, from a run of the request
// r. The parameter target is what explain judges: the set or the file of this result, or one case of it. The new
// request leaves out everything that does not change the verdict on the first failing case: --keep-going, --repeat, and
// the settings that only concern other contestants.
func (r *Request) ToExplain(failed *Result, target string) *Request {
	e := &Request{Verb: "explain", Files: []string{target}, Limits: r.Limits}
	own := slices.IndexFunc(r.Exec, func(program string) bool { return strings.HasPrefix(program, failed.Solver+"=") })
	switch {
	case own >= 0:
		e.Exec = r.Exec[own : own+1]
	case r.File != "": // the file declares the program, or a built-in solver ran as a process beside one
		e.Solvers, e.File = []string{failed.Solver}, r.File
	default:
		e.Solvers = []string{failed.Solver}
		if failed.Process {
			e.Exec = r.Exec
		}
	}
	if len(e.Exec) == 0 {
		e.Limits = e.Limits.withoutPrograms()
	}
	if failed.File != "" {
		e.Problem, e.Answers = r.Problem, r.Answers
	}
	if failed.Process {
		e.PerCase, e.Strict = r.PerCase, r.Strict
	} else if failed.Solutions != All { // where the answer is the number of all solutions, explain refuses --solutions
		e.Solutions = failed.Solutions
	}
	return e
}

// Command returns a command line that makes the same Request, so that a user can repeat it: the verb, its flags in a
// fixed order, the revisions of compare, and the files. If a file could be taken for a flag or for a revision, "--"
// comes before the files.
func (r *Request) Command() []string {
	command := []string{"gridjudge", r.Verb}
	for _, program := range r.Exec {
		command = append(command, "--exec", program)
	}
	for _, s := range r.settings() {
		if s.given {
			command = append(command, s.flag)
		}
		if s.given && s.value != true {
			command = append(command, fmt.Sprint(s.value))
		}
	}
	for _, side := range []string{r.Old, r.New} {
		if side != "" {
			command = append(command, side)
		}
	}
	dashed := func(file string) bool { return strings.HasPrefix(file, "-") }
	if slices.ContainsFunc(r.Files, dashed) || r.Verb == "compare" && len(r.Files) > 0 {
		command = append(command, "--")
	}
	return append(command, r.Files...)
}

// list returns names as the value of a flag that takes several, with commas between them.
func list(names []string) string {
	var b strings.Builder
	w := csv.NewWriter(&b)
	_ = w.Write(names) // a strings.Builder has no errors
	w.Flush()
	return strings.TrimSuffix(b.String(), "\n")
}

// Weight says how much a difference between two requests matters, by what it changes.
type Weight int

// The weights, in ascending order.
const (
	ofNothing Weight = iota - 1 // nothing of its own: a plan records the effect of such a setting
	OfPlace                     // the processor on which the run was measured
	OfSpread                    // how much the times scatter: the number and the length of samples
	OfRules                     // which answers are accepted, and when a search is given up: such samples are never pooled
	OfWork                      // what is searched: neither times nor counters can be compared
)

// Difference is a setting in which two requests differ.
type Difference struct {
	Flag   string
	Values [2]any // the value in the first request and the value in the second
	Weight Weight
}

func (d Difference) String() string {
	return fmt.Sprintf("%s %v and %v", d.Flag, d.Values[0], d.Values[1])
}

// Differences returns the settings in which two requests differ and whose Weight is at least least. Sets, contestants
// and files are not compared here: a Plan records what they were, and a request only has their names.
func (r *Request) Differences(o *Request, least Weight) (all []Difference) {
	others := o.settings()
	for i, s := range r.settings() {
		if s.weight >= least && s.value != others[i].value {
			all = append(all, Difference{s.flag, [2]any{s.value, others[i].value}, s.weight})
		}
	}
	return all
}

// Unusual lists for people the settings that change what is searched or what is accepted, such as "--solutions 2". It
// is "" if all of them have their defaults.
func (r *Request) Unusual() string {
	var words []string
	for _, d := range r.Differences(&Request{Verb: r.Verb}, OfRules) {
		if d.Values[0] == true {
			words = append(words, d.Flag)
		} else {
			words = append(words, fmt.Sprintf("%s %v", d.Flag, d.Values[0]))
		}
	}
	return strings.Join(words, ", ")
}

// setting is a flag of a Request, as Command writes it and Differences compares it.
type setting struct {
	flag   string
	weight Weight
	given  bool // Command writes it
	value  any  // true if the flag is given and takes no value
}

// settings lists all flags but --exec, in the order of Command. It lists the same flags for every request of a verb.
func (r *Request) settings() []setting {
	rounds, measured := "--rounds", r.Verb != "judge" && r.Verb != "explain"
	if !measured {
		rounds = "--repeat"
	}
	cpu, limit := any("any"), any("of each set")
	if r.CPU != nil {
		cpu = *r.CPU
	}
	if r.Limits.Time != nil {
		limit = orNone(*r.Limits.Time)
	}
	return []setting{
		{"--problem", ofNothing, r.Problem != "", r.Problem},
		{"--set", ofNothing, len(r.Sets) > 0, list(r.Sets)},
		{"--answers", ofNothing, r.Answers != "", r.Answers},
		{"--solver", ofNothing, len(r.Solvers) > 0, list(r.Solvers)},
		{"--skip-missing", ofNothing, r.SkipMissing, r.SkipMissing},
		{"--contestants", ofNothing, r.File != "", r.File},
		{"--limits", ofNothing, r.Limits != Limits{}, r.Limits.String()},
		{"--solutions", OfWork, r.Wanted() > 1, r.Wanted()},
		{"--limits nodes", OfWork, false, orNone(r.Limits.Nodes)},
		{"--limits time", OfRules, false, limit},
		{"--limits case", OfRules, false, orNone(r.Limits.Case)},
		{"--limits scale", OfRules, false, cmp.Or(r.Limits.Scale, 1)},
		{"--limits memory", OfRules, false, orNone(size(r.Limits.Memory))},
		{"--limits address-space", OfRules, false, orNone(size(r.Limits.Address))},
		{"--limits wall", OfRules, false, orNone(r.Limits.Wall)},
		{"--limits processes", OfRules, false, orNone(r.Limits.Processes)},
		{"--keep-going", OfRules, r.KeepGoing, r.KeepGoing},
		{"--jobs", ofNothing, r.Jobs > 1, r.Jobs},
		{"--per-case", OfRules, r.PerCase, r.PerCase},
		{"--strict", OfRules, r.Strict, r.Strict},
		{rounds, OfSpread, measured || r.Rounds > 1, r.Rounds},
		{"--time", OfSpread, measured, r.MinTime},
		{"--seed", ofNothing, measured && r.Verb != "calibrate", r.Seed},
		{"--cpu", OfPlace, r.CPU != nil, cpu},
		{"--allow", ofNothing, r.Verb == "compare", r.Allow},
		{"--out", ofNothing, r.Out != "", r.Out},
		{"--shard", ofNothing, !r.Shard.IsZero(), r.Shard},
	}
}

// Relative returns a path as a record shows it. Records are shown to others, and they should not show where the user's
// home is. So a path below the working folder or below the home becomes relative to the working folder. Other paths
// stay.
func Relative(path string) string {
	here, _ := os.Getwd()
	home, _ := os.UserHomeDir()
	for _, folder := range []string{here, home} {
		to, err := filepath.Rel(here, folder)
		if err != nil || len(folder) < 2 {
			continue
		}
		if rest, below := strings.CutPrefix(path, folder); below && (rest == "" || os.IsPathSeparator(rest[0])) {
			return to + rest
		}
	}
	return path
}

// RelativeWords returns the words of a command with relative paths. Only a word that is the path of a file or a folder
// changes, because package program makes such a word absolute again when it starts the command. It does not change a
// path inside of a word, as in --data=/home/me/file, or in sh -c '/home/me/a.out | sort'. If such a path were written as
// relative, the recorded command would not find the file, because a program runs in an empty folder.
func RelativeWords(words []string) []string {
	words = slices.Clone(words)
	for i, word := range words {
		if info, err := os.Stat(word); err == nil && (info.Mode().IsRegular() || info.IsDir()) {
			words[i] = Relative(word)
		}
	}
	return words
}

// relative returns the request with relative paths.
func (r Request) relative() Request {
	r.Answers, r.File, r.Out = Relative(r.Answers), Relative(r.File), Relative(r.Out)
	r.Files, r.Exec = slices.Clone(r.Files), slices.Clone(r.Exec)
	for i, file := range r.Files {
		r.Files[i] = Relative(file)
	}
	for i, program := range r.Exec {
		name, command, _ := strings.Cut(program, "=")
		words, _ := shellquote.Split(command) // no error: it has been split before
		if near := RelativeWords(words); !slices.Equal(near, words) {
			r.Exec[i] = name + "=" + shellquote.Join(near...)
		}
	}
	return r
}
