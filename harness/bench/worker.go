package bench

import (
	"bytes"
	"cmp"
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"os"
	"os/exec"
	"strings"
	"sync"
	"time"

	"gridjudge/harness/results"
)

// Worker is the handle of a process in which a Server runs. It sends Requests to the Server
// and receives Samples.
type Worker struct {
	Benchmarks []Offer

	cmd     *exec.Cmd
	in      io.WriteCloser
	encoder *json.Encoder
	decoder *json.Decoder
	stderr  *bytes.Buffer // complete only after wait has returned
	wait    func() error  // waits for the end once
}

// ErrNoBench is the error of a program that cannot take samples on request, or that lacks
// a requested solver or set.
var ErrNoBench = errors.New("bench --serve failed")

// closeWait is the longest time from the end of a program's input to its own end.
const closeWait = 10 * time.Second

// StartWorker starts a program that takes samples on request. env is added to the
// environment of this process.
func StartWorker(ctx context.Context, env []string, program string, args ...string) (*Worker, error) {
	w := &Worker{cmd: exec.CommandContext(ctx, program, args...), stderr: new(bytes.Buffer)}
	w.cmd.Env = append(os.Environ(), env...)
	w.cmd.Stderr = w.stderr
	w.cmd.WaitDelay = time.Second
	in, noIn := w.cmd.StdinPipe()
	out, noOut := w.cmd.StdoutPipe()
	if err := cmp.Or(noIn, noOut); err != nil {
		return nil, err
	}
	if err := w.cmd.Start(); err != nil {
		return nil, err
	}
	w.wait = sync.OnceValue(w.cmd.Wait)
	w.in, w.encoder, w.decoder = in, json.NewEncoder(in), json.NewDecoder(out)
	var h hello
	err := w.decoder.Decode(&h)
	if err == nil && h.Protocol == Protocol {
		w.Benchmarks = h.Benchmarks
		return w, nil
	}
	if !errors.Is(err, io.EOF) {
		w.cmd.Process.Kill() // it wrote something else, and may never end
	}
	w.Close()
	switch {
	case ctx.Err() != nil:
		return nil, ctx.Err()
	case h.Protocol > 0 && h.Protocol != Protocol:
		return nil, fmt.Errorf("%w: it uses protocol %d, this program %d: use a gridjudge built from that commit to compare it", ErrNoBench, h.Protocol, Protocol)
	}
	complaint := strings.TrimPrefix(w.complaint(), "gridjudge: ")
	return nil, fmt.Errorf("%w: %s", ErrNoBench, cmp.Or(complaint, "it ended, or wrote something else"))
}

// complaint returns the first line that the program wrote to its standard error. The program must have ended.
func (w *Worker) complaint() string {
	line, _, _ := strings.Cut(strings.TrimSpace(w.stderr.String()), "\n")
	return line
}

// Judge asks to judge a benchmark. passes is how many a sample has, if the contestant is accepted.
func (w *Worker) Judge(_ context.Context, b results.Benchmark, audit bool) (r *results.Result, passes int, err error) {
	a, err := w.ask(Request{Benchmark: b, Judge: true, Audit: audit})
	return a.Result, a.Passes, err
}

// TakePart asks for a part of a sample. The error is a *results.Failure if the contestant failed.
func (w *Worker) TakePart(_ context.Context, q Request) (*results.Sample, error) {
	a, err := w.ask(q)
	return a.Sample, err
}

// ask sends a request and waits for its answer.
func (w *Worker) ask(q Request) (a response, err error) {
	if err = w.encoder.Encode(q); err == nil {
		err = w.decoder.Decode(&a)
	}
	switch {
	case err != nil:
		w.Close() // the program writes to its standard error until it has ended
		err = fmt.Errorf("the measured program ended: %s", cmp.Or(w.complaint(), err.Error()))
	case a.Error != "":
		err = errors.New(a.Error)
	case a.Failure != nil:
		err = a.Failure
	}
	return a, err
}

// Close ends the program.
func (w *Worker) Close() error {
	w.in.Close()
	defer time.AfterFunc(closeWait, func() { w.cmd.Process.Kill() }).Stop()
	return w.wait()
}
