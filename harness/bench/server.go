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
	"gridjudge/harness/testset"
)

// Protocol is the version of the messages between a Server and a Worker.
const Protocol = 3

// hello is the first line that a server writes. It lists the benchmarks that the server can measure.
type hello struct {
	Protocol   int     `json:"protocol"`
	Benchmarks []Offer `json:"benchmarks"`
}

// Offer is a benchmark that can be measured.
type Offer struct {
	results.Benchmark
	Digest string `json:"digest"` // of the set
}

// Request asks a Server to judge a benchmark, or to take a part of a sample.
type Request struct {
	results.Benchmark
	Judge bool `json:"judge,omitempty"` // judge, and choose the number of passes of a sample
	Audit bool `json:"audit,omitempty"` // with Judge: check whether answers are kept between passes

	Part       // the part to take, unless Judge is set
	Passes int `json:"passes"` // of the whole sample

	Accepted *AcceptedPass `json:"accepted,omitempty"` // another process of this build judged it
}

type response struct {
	Result  *results.Result  `json:"result,omitempty"`
	Passes  int              `json:"passes,omitempty"` // with Result, if it is accepted
	Sample  *results.Sample  `json:"sample,omitempty"`
	Failure *results.Failure `json:"failure,omitempty"` // a failure of the contestant
	Error   string           `json:"error,omitempty"`   // an error of the harness
}

// Server judges built-in solvers and takes samples of them on request. It runs in a process of the build that is
// measured. The process of the verb compare talks to it through a Worker.
type Server struct {
	Sets        []*testset.TestSet
	Contestants []Contestant // built-in solvers
	Settings    Settings     // except Passes, which come with each request

	samplers map[results.Benchmark]*solverSampler
}

// Serve reads requests from in, one line each, and writes a response to each, until in ends.
func (s *Server) Serve(ctx context.Context, in io.Reader, out io.Writer) error {
	s.Settings.TotalsOnly = true
	h := hello{Protocol: Protocol}
	for _, set := range s.Sets {
		for i := range s.Contestants {
			if s.Contestants[i].Meets(set) {
				b := results.Benchmark{Set: set.Name, Solver: s.Contestants[i].Name}
				h.Benchmarks = append(h.Benchmarks, Offer{b, set.Digest()})
			}
		}
	}
	encoder := json.NewEncoder(out)
	if err := encoder.Encode(h); err != nil {
		return err
	}
	s.samplers = map[results.Benchmark]*solverSampler{}
	decoder := json.NewDecoder(in)
	for {
		var q Request
		if err := decoder.Decode(&q); errors.Is(err, io.EOF) {
			return nil
		} else if err != nil {
			return fmt.Errorf("request: %w", err)
		}
		if err := encoder.Encode(s.respond(ctx, &q)); err != nil {
			return err
		}
	}
}

// respond does what a request asks for. It returns errors in the response.
func (s *Server) respond(ctx context.Context, q *Request) (a response) {
	err := fmt.Errorf("%s is not among the benchmarks", q.Benchmark)
	if set, c := find(s.Sets, s.Contestants, q.Benchmark); set != nil && q.Judge {
		a, err = s.judge(ctx, q, set, c)
	} else if set != nil {
		a.Sample, err = s.part(ctx, q, set, c)
	}
	if f := new(results.Failure); errors.As(err, &f) {
		return response{Failure: f}
	}
	if err != nil {
		return response{Error: err.Error()}
	}
	return a
}

// judge judges a benchmark. If the contestant is accepted, the sampler chooses the number of passes in a sample.
func (s *Server) judge(ctx context.Context, q *Request, set *testset.TestSet, c *Contestant) (a response, err error) {
	if a.Result, err = JudgeOne(ctx, set, c, s.Settings.Solutions); err != nil || !a.Result.Accepted() {
		return a, err
	}
	q.Accepted = AcceptedPassOf(a.Result)
	if err = s.prepare(ctx, q, set, c); err == nil {
		a.Passes = s.samplers[q.Benchmark].passes
	} else if f := new(results.Failure); errors.As(err, &f) {
		a.Result.Drop(0, f)
		err = nil
	}
	return a, err
}

// part takes a part of a sample. If another process of this build judged the benchmark, there is no sampler here yet,
// and part first makes one from q.Accepted.
func (s *Server) part(ctx context.Context, q *Request, set *testset.TestSet, c *Contestant) (*results.Sample, error) {
	if s.samplers[q.Benchmark] == nil {
		if q.Accepted == nil {
			return nil, fmt.Errorf("%s was not judged", q.Benchmark)
		}
		if err := s.prepare(ctx, q, set, c); err != nil {
			return nil, err
		}
	}
	sample, _, err := s.samplers[q.Benchmark].TakePart(ctx, q.Part)
	return sample, err
}

// prepare makes the sampler of a benchmark whose contestant was accepted.
func (s *Server) prepare(ctx context.Context, q *Request, set *testset.TestSet, c *Contestant) error {
	all, err := set.All(ctx)
	if err != nil {
		return err
	}
	settings := s.Settings
	settings.Passes = q.Passes
	sampler := newSolverSampler(set.NewRunner(c.Spec)(), all, *q.Accepted, settings)
	if err = sampler.Prepare(ctx, q.Audit); err == nil {
		s.samplers[q.Benchmark] = sampler
	}
	return err
}

// Worker stands for another process, in which a Server runs. It sends Requests to the Server and receives Results and
// Samples.
type Worker struct {
	Benchmarks []Offer

	cmd     *exec.Cmd
	in      io.WriteCloser
	encoder *json.Encoder
	decoder *json.Decoder
	stderr  *bytes.Buffer // complete only after wait has returned
	wait    func() error  // waits for the end; may be called several times
}

// ErrNoBench is the error if a program cannot take samples on request, or does not have a requested solver or set.
var ErrNoBench = errors.New("bench --serve failed")

// closeWait is how long Close waits for a program to end after the end of its input. Then Close kills it.
const closeWait = 10 * time.Second

// ErrPrints is the error of a program whose standard output contains something else than its answers.
var ErrPrints = errors.New("its standard output contains something else than samples, perhaps because a solver prints: remove the fmt.Println, or write to standard error")

// StartWorker starts a program that takes samples on request. env is added to the environment of this process.
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
		w.cmd.Process.Kill() // it wrote something else, so it may never end
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

// Judge asks the server to judge a benchmark. If the contestant is accepted, the result passes is the number of
// passes in a sample.
func (w *Worker) Judge(_ context.Context, b results.Benchmark, audit bool) (r *results.Result, passes int, err error) {
	a, err := w.ask(Request{Benchmark: b, Judge: true, Audit: audit})
	return a.Result, a.Passes, err
}

// TakePart asks the server for a part of a sample. If the contestant failed, the error is a *results.Failure.
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
	case errors.As(err, new(*json.SyntaxError)):
		w.cmd.Process.Kill()
		w.Close()
		err = ErrPrints
	case err != nil:
		w.Close() // what the program wrote to standard error is complete only after its end
		err = fmt.Errorf("the measured program ended: %s", cmp.Or(w.complaint(), err.Error()))
	case a.Error != "":
		err = errors.New(a.Error)
	case a.Failure != nil:
		err = a.Failure
	}
	return a, err
}

// Close ends the program and waits for its end.
func (w *Worker) Close() error {
	w.in.Close()
	defer time.AfterFunc(closeWait, func() { w.cmd.Process.Kill() }).Stop()
	return w.wait()
}
