package main

import (
	"bytes"
	"context"
	"crypto/sha256"
	"errors"
	"flag"
	"fmt"
	"hash"
	"os"
	"os/exec"
	"slices"
	"time"

	"github.com/kballard/go-shellquote"

	"gridjudge/harness/stats"
)

var parityExperiment = experiment{
	name:      "parity",
	claim:     "one command takes at most as much processor time as another, start included, and gives the same answers",
	arguments: "FILE...",
	setUp:     func(flags *flag.FlagSet) runner { return newParity(flags, spend) },
	short:     map[string]string{"rounds": "2"},
}

// parity measures a contestant's command against the program that the
// contestant comes from, on the same files. Both commands take turns at going
// first, so that a machine that slows down slows both.
type parity struct {
	ours, theirs string
	rounds       int
	atMost       float64
	spend        spender
}

// spender runs a command with a file as standard input. It returns the processor
// time of the process and a digest of its output.
type spender func(ctx context.Context, command []string, file string) (time.Duration, []byte, error)

func newParity(flags *flag.FlagSet, spend spender) *parity {
	e := &parity{spend: spend}
	flags.StringVar(&e.ours, "ours", "", "the `command` of the contestant")
	flags.StringVar(&e.theirs, "theirs", "", "the `command` that it is compared with")
	flags.IntVar(&e.rounds, "rounds", 10, "how often each command reads each file")
	flags.Float64Var(&e.atMost, "at-most", 1, "the largest median `ratio` that holds the claim")
	return e
}

func (e *parity) run(ctx context.Context, r *record) error {
	ours, errOurs := shellquote.Split(e.ours)
	theirs, errTheirs := shellquote.Split(e.theirs)
	if errOurs != nil || errTheirs != nil || len(ours) == 0 || len(theirs) == 0 || e.rounds < 1 {
		return badUsage("give --ours and --theirs, a command each, and at least one round")
	}
	if err := r.row("file", "rounds", "ours_ms", "theirs_ms", "ratio", "smallest", "largest"); err != nil {
		return err
	}
	var slower []string
	for _, file := range r.args {
		p, err := e.compare(ctx, ours, theirs, file)
		if err != nil {
			return err
		}
		if err := r.row(file, e.rounds, p.ours, p.theirs, p.ratio, p.smallest, p.largest); err != nil {
			return err
		}
		r.say("%s: %.1f ms and %.1f ms; ratio %.2f (%.2f to %.2f) in %d rounds.", file, p.ours, p.theirs, p.ratio, p.smallest, p.largest, e.rounds)
		if p.ratio > e.atMost {
			slower = append(slower, file)
		}
	}
	if len(slower) > 0 {
		return doesNotHold("the ratio exceeds %g on %v", e.atMost, slower)
	}
	return nil
}

// turns is what two commands took for one file.
type turns struct {
	ours, theirs             float64 // median processor time in ms
	ratio, smallest, largest float64 // of the runs of one round
}

// compare runs both commands on a file, taking turns.
func (e *parity) compare(ctx context.Context, ours, theirs []string, file string) (*turns, error) {
	var a, b, ratios []float64
	var answer []byte
	for round := range e.rounds {
		commands := [2][]string{ours, theirs}
		var ms [2]float64
		for turn := range commands {
			which := (round + turn) % len(commands)
			command := commands[which]
			cpu, digest, err := e.spend(ctx, command, file)
			switch {
			case ctx.Err() != nil:
				return nil, ctx.Err()
			case err != nil:
				return nil, fmt.Errorf("%s on %s: %w", command[0], file, err)
			case answer == nil:
				answer = digest
			case !bytes.Equal(answer, digest):
				return nil, doesNotHold("%s gives other answers than the run before it on %s", command[0], file)
			}
			ms[which] = float64(cpu) / float64(time.Millisecond)
		}
		if ms[1] <= 0 {
			return nil, badUsage("%s on %s is too short to be measured: give a longer file", theirs[0], file)
		}
		a, b, ratios = append(a, ms[0]), append(b, ms[1]), append(ratios, ms[0]/ms[1])
	}
	return &turns{
		ours: stats.Median(a).Center, theirs: stats.Median(b).Center,
		ratio: stats.Median(ratios).Center, smallest: slices.Min(ratios), largest: slices.Max(ratios),
	}, nil
}

// spend is the spender of real processes. Its digest leaves white space out.
func spend(ctx context.Context, command []string, file string) (time.Duration, []byte, error) {
	in, err := os.Open(file)
	if err != nil {
		return 0, nil, badUsage("%w", err)
	}
	defer in.Close()
	out := &words{hash: sha256.New()}
	cmd := exec.CommandContext(ctx, command[0], command[1:]...)
	cmd.Stdin, cmd.Stdout = in, out
	if err := cmd.Run(); err != nil {
		return 0, nil, err
	}
	if !out.any {
		return 0, nil, errors.New("it wrote nothing")
	}
	return cmd.ProcessState.UserTime() + cmd.ProcessState.SystemTime(), out.hash.Sum(nil), nil
}

// words hashes what is written to it, without white space.
type words struct {
	hash hash.Hash
	any  bool
}

func (w *words) Write(b []byte) (int, error) {
	for _, word := range bytes.Fields(b) {
		w.hash.Write(word)
		w.any = true
	}
	return len(b), nil
}
