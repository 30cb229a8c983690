package main

import (
	"bytes"
	"crypto/sha256"
	"errors"
	"fmt"
	"hash"
	"os"
	"os/exec"
	"slices"
	"time"
)

// meter runs a command with a file as standard input. It returns the processor
// time of the process and a digest of what it wrote.
type meter func(command []string, file string) (time.Duration, []byte, error)

// pairing is what two commands took for one file.
type pairing struct {
	ours, theirs             float64 // median processor time in ms
	ratio, smallest, largest float64 // of the runs made one after the other
}

// compare runs both commands on a file, taking turns.
func compare(spend meter, ours, theirs []string, file string, runs int) (*pairing, error) {
	var a, b, ratios []float64
	var answer []byte
	once := func(command []string) (float64, error) {
		cpu, digest, err := spend(command, file)
		switch {
		case err != nil:
			return 0, fmt.Errorf("%s on %s: %w", command[0], file, err)
		case answer == nil:
			answer = digest
		case !bytes.Equal(answer, digest):
			return 0, fmt.Errorf("%s answers otherwise than the run before on %s", command[0], file)
		}
		return float64(cpu) / float64(time.Millisecond), nil
	}
	for i := range runs {
		pair := [2][]string{ours, theirs}
		var ms [2]float64
		for turn := range pair {
			which := (i + turn) % len(pair)
			var err error
			if ms[which], err = once(pair[which]); err != nil {
				return nil, err
			}
		}
		if ms[1] <= 0 {
			return nil, fmt.Errorf("%s on %s is too short to be measured: give a longer file", theirs[0], file)
		}
		a, b = append(a, ms[0]), append(b, ms[1])
		ratios = append(ratios, ms[0]/ms[1])
	}
	return &pairing{
		ours: median(a), theirs: median(b),
		ratio: median(ratios), smallest: slices.Min(ratios), largest: slices.Max(ratios),
	}, nil
}

// spend is the meter of real processes. Its digest leaves white space aside.
func spend(command []string, file string) (time.Duration, []byte, error) {
	in, err := os.Open(file)
	if err != nil {
		return 0, nil, err
	}
	defer in.Close()
	out := &inked{hash: sha256.New()}
	cmd := exec.Command(command[0], command[1:]...)
	cmd.Stdin, cmd.Stdout = in, out
	if err := cmd.Run(); err != nil {
		return 0, nil, err
	}
	if !out.any {
		return 0, nil, errors.New("it wrote nothing")
	}
	return cmd.ProcessState.UserTime() + cmd.ProcessState.SystemTime(), out.hash.Sum(nil), nil
}

// inked hashes what is written to it, white space aside.
type inked struct {
	hash hash.Hash
	any  bool
}

func (w *inked) Write(b []byte) (int, error) {
	for _, word := range bytes.Fields(b) {
		w.hash.Write(word)
		w.any = true
	}
	return len(b), nil
}

// median of values, which it sorts.
func median(values []float64) float64 {
	slices.Sort(values)
	n := len(values)
	return (values[(n-1)/2] + values[n/2]) / 2
}
