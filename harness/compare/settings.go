package compare

import (
	"fmt"
	"os"
	"strconv"
	"time"

	"gridjudge/harness/bench"
	"gridjudge/harness/results"
	"gridjudge/harness/stats"
)

// The defaults of compare.
const (
	DefaultRounds = 10

	// DefaultTime is half of bench's default. With 100 ms a comparison of all default benchmarks took 193 s on 2
	// cores, 157 s of them in samples.
	DefaultTime = 50 * time.Millisecond

	// retestFactor limits the rounds of the second measurement: it has at most this many times the rounds of the first
	// one.
	retestFactor = 4

	// budget is the time that both measurements together should take. The number of rounds of the second measurement
	// follows from it. The time of building the two revisions does not count.
	budget = 160 * time.Second
)

// Settings say what is measured, and how.
type Settings struct {
	results.Request // of compare or calibrate; if Verb is "", nothing is recorded
	Rules           Rules
}

// check returns an error if something cannot be measured with these settings, before any time is spent:
//
//   - The number of rounds is too small for an interval.
//   - The number of solutions or the length of a sample is not positive.
//   - A file cannot be read again in each round, because it is a pipe, for example.
func (s *Settings) check() error {
	switch {
	case s.Rounds < stats.MinSamples:
		return inputErrorf("--rounds %d: at least %d rounds are needed for a finite interval", s.Rounds, stats.MinSamples)
	case s.Solutions < 1 && s.Verb == "compare":
		return inputErrorf("--solutions must be at least 1")
	case s.MinTime <= 0:
		return inputErrorf("--time %v: the length of a sample must be positive", s.MinTime)
	}
	for _, name := range s.Files {
		if info, err := os.Stat(name); err != nil || !info.Mode().IsRegular() {
			return inputErrorf("%s: there is no such file, or it cannot be read again in each round", name)
		}
	}
	return nil
}

// args returns the arguments of a worker. Both workers get the same ones, including the seed.
func (s *Settings) args() []string {
	args := []string{"--time", s.MinTime.String(), "--seed", strconv.FormatUint(s.Seed, 10)}
	for _, name := range s.Solvers {
		args = append(args, "--solver", name)
	}
	for _, glob := range s.Sets {
		args = append(args, "--set", glob)
	}
	if s.Problem != "" {
		args = append(args, "--problem", s.Problem)
	}
	return append(append(args, "--"), s.Files...)
}

// counting returns the arguments that older builds do not know. A worker gets them only if they matter, so that older
// builds can be compared in the usual case.
func (s *Settings) counting() []string {
	if s.Wanted() == 1 {
		return nil
	}
	return []string{"--solutions", strconv.FormatUint(s.Solutions, 10)}
}

// ThisProgram returns this program as a Target, with additions to its environment.
func (s *Settings) ThisProgram(env ...string) (Executable, error) {
	self, err := os.Executable()
	return Executable{Name: "this program", Path: self, Args: s.args(), Counting: s.counting(), Env: env}, err
}

// Experiment returns the experiment of two targets.
func (s *Settings) Experiment(old, new Target, shown Progress) *Experiment {
	e := &Experiment{Settings: *s, Targets: [2]Target{old, new}, CPUs: bench.Processors(), Shown: shown}
	if s.CPU != nil {
		e.CPUs = []int{*s.CPU}
	}
	return e
}

// Progress shows which step is being taken.
type Progress interface {
	Say(what string)
	Set(done, total int, what string)
}

// InputError is an error in what the user gave: flags, revisions, files.
type InputError struct{ error }

func (e *InputError) Unwrap() error { return e.error }

func inputErrorf(format string, args ...any) error { return &InputError{fmt.Errorf(format, args...)} }

// RecordError says why the samples cannot be recorded.
type RecordError struct{ error }

func (e *RecordError) Unwrap() error { return e.error }

// EndedEarly is the error of an experiment that failed or was interrupted after its first sample.
type EndedEarly struct {
	error
	Kept []string // folders with the samples so far
}

func (e *EndedEarly) Unwrap() error { return e.error }
