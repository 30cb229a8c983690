package bench

import (
	"bufio"
	"bytes"
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"os"
	"os/exec"
	"strings"
	"time"

	"gridjudge/harness/doctor"
	"gridjudge/harness/results"
)

// Protocol is the version of what Serve and Remote say to each other.
const Protocol = 2

// hello is the first line of a server: what it can measure.
type hello struct {
	Protocol   int                     `json:"protocol"`
	Benchmarks []results.BenchmarkInfo `json:"cells"`
	Machine    doctor.Machine          `json:"machine"`
}

// Request asks for one sample.
type Request struct {
	Benchmark results.Benchmark `json:"cell"`
	Round     int               `json:"round"`
	Passes    int               `json:"passes"` // of the whole sample; 0: as many as the server finds right
	Part      int               `json:"part"`   // which part of the sample, from 0
	Parts     int               `json:"parts"`  // of how many
	Audit     bool              `json:"audit"`  // whether to look for answers kept between passes first
}

type response struct {
	Sample *results.Sample `json:"sample,omitempty"`
	Fault  string          `json:"fault,omitempty"` // the contestant's
	Error  string          `json:"error,omitempty"` // the harness's
}

// Serve answers requests on in, one line each, until in ends. newMeter makes
// the meter of a cell when it is first asked for.
func Serve(ctx context.Context, in io.Reader, out io.Writer, cells []results.BenchmarkInfo, newMeter func(Request) (PartialSampler, error)) error {
	encoder := json.NewEncoder(out)
	if err := encoder.Encode(hello{Protocol, cells, doctor.ThisMachine()}); err != nil {
		return err
	}
	meters := map[results.Benchmark]PartialSampler{}
	defer func() {
		for _, m := range meters {
			m.Close()
		}
	}()
	decoder := json.NewDecoder(in)
	for {
		var q Request
		if err := decoder.Decode(&q); errors.Is(err, io.EOF) {
			return nil
		} else if err != nil {
			return fmt.Errorf("request: %w", err)
		}
		if err := encoder.Encode(answer(ctx, meters, q, newMeter)); err != nil {
			return err
		}
	}
}

func answer(ctx context.Context, meters map[results.Benchmark]PartialSampler, q Request, newMeter func(Request) (PartialSampler, error)) response {
	m := meters[q.Benchmark]
	if m == nil {
		var err error
		if m, err = newMeter(q); err != nil {
			return response{Error: err.Error()}
		}
		rejected, err := m.Prepare(ctx)
		if err != nil {
			return response{Error: err.Error()}
		}
		if rejected != nil {
			return response{Sample: rejected}
		}
		meters[q.Benchmark] = m
	}
	sample, err := m.Part(ctx, q.Round, q.Part, max(q.Parts, 1))
	if err != nil {
		return response{Fault: err.Error()}
	}
	return response{Sample: sample}
}

// Worker is the other end of Serve: a program that measures.
type Worker struct {
	Cells   []results.BenchmarkInfo
	Machine doctor.Machine

	cmd     *exec.Cmd
	in      io.WriteCloser
	encoder *json.Encoder
	decoder *json.Decoder
	stderr  *bytes.Buffer
}

// ErrNoBench is a program that cannot be asked for samples, or not for these.
var ErrNoBench = errors.New("it has no `bench` verb that serves what was asked for")

// helloWait is how long a program may take to say what it can measure: one that
// does not know the verb may be waiting for puzzles.
var helloWait = time.Minute

// StartWorker starts a program that serves samples, with env added to this
// process's environment.
func StartWorker(ctx context.Context, env []string, program string, args ...string) (*Worker, error) {
	r := &Worker{cmd: exec.CommandContext(ctx, program, args...), stderr: new(bytes.Buffer)}
	r.cmd.Env = append(os.Environ(), env...)
	r.cmd.Stderr = r.stderr
	r.cmd.WaitDelay = time.Second
	in, err := r.cmd.StdinPipe()
	if err != nil {
		return nil, err
	}
	out, err := r.cmd.StdoutPipe()
	if err != nil {
		return nil, err
	}
	if err := r.cmd.Start(); err != nil {
		return nil, err
	}
	r.in, r.encoder, r.decoder = in, json.NewEncoder(in), json.NewDecoder(bufio.NewReader(out))
	var h hello
	watch := time.AfterFunc(helloWait, func() { r.cmd.Process.Kill() })
	err = r.decoder.Decode(&h)
	if err != nil || h.Protocol != Protocol {
		if !errors.Is(err, io.EOF) {
			r.cmd.Process.Kill() // it said something else, and may never end
		}
		r.Close()
	}
	late := !watch.Stop()
	switch {
	case err == nil && h.Protocol == Protocol:
		r.Cells, r.Machine = h.Benchmarks, h.Machine
		return r, nil
	case ctx.Err() != nil:
		return nil, ctx.Err()
	case late:
		return nil, fmt.Errorf("%w: silent for %v", ErrNoBench, helloWait)
	case h.Protocol > 0 && h.Protocol != Protocol:
		return nil, fmt.Errorf("%w: it speaks protocol %d, this program %d: compare it by a gridjudge of its own time", ErrNoBench, h.Protocol, Protocol)
	case r.stderr.Len() == 0:
		return nil, fmt.Errorf("%w: it ended, or wrote something else", ErrNoBench)
	}
	return nil, fmt.Errorf("%w: %s", ErrNoBench, firstLine(r.stderr.String()))
}

func firstLine(s string) string {
	line, _, _ := strings.Cut(strings.TrimSpace(s), "\n")
	return line
}

// Sample asks for one sample and waits for it.
func (r *Worker) Sample(_ context.Context, q Request) (*results.Sample, error) {
	if err := r.encoder.Encode(q); err != nil {
		return nil, r.died(err)
	}
	var a response
	if err := r.decoder.Decode(&a); err != nil {
		return nil, r.died(err)
	}
	switch {
	case a.Error != "":
		return nil, errors.New(a.Error)
	case a.Fault != "":
		return nil, &ContestantError{q.Benchmark, errors.New(a.Fault)}
	}
	return a.Sample, nil
}

func (r *Worker) died(err error) error {
	if line := firstLine(r.stderr.String()); line != "" {
		return fmt.Errorf("the measured program ended: %s", line)
	}
	return fmt.Errorf("the measured program ended: %w", err)
}

// Close ends the program.
func (r *Worker) Close() error {
	r.in.Close()
	return r.cmd.Wait()
}
