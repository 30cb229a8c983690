package bench

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"io"

	"gridjudge/harness/judge"
	"gridjudge/harness/results"
	"gridjudge/harness/testset"
)

// Protocol is the version of the messages between a Server and a Worker.
const Protocol = 3

// hello is the first line of a server. It lists the benchmarks that it can measure.
type hello struct {
	Protocol   int     `json:"protocol"`
	Benchmarks []Offer `json:"benchmarks"`
}

// Offer is a benchmark that can be measured.
type Offer struct {
	results.Benchmark
	Digest string `json:"digest"` // of the set
}

// Request asks to judge a benchmark, or for a part of a sample.
type Request struct {
	results.Benchmark
	Judge bool `json:"judge,omitempty"` // judge, and choose the number of passes
	Audit bool `json:"audit,omitempty"` // with Judge: look for answers kept between passes

	Round  int `json:"round"`
	Passes int `json:"passes"` // of the whole sample
	Part   int `json:"part"`   // which part of the sample, from 0
	Parts  int `json:"parts"`  // of how many

	Accepted *Accepted `json:"accepted,omitempty"` // how the other process of this build judged it
}

type response struct {
	Result  *results.Result  `json:"result,omitempty"`
	Passes  int              `json:"passes,omitempty"` // with Result, if it is accepted
	Sample  *results.Sample  `json:"sample,omitempty"`
	Failure *results.Failure `json:"failure,omitempty"` // of the contestant
	Error   string           `json:"error,omitempty"`   // of the harness
}

// Server takes samples of built-in solvers on request. It runs in the measured build; the
// comparing process has a Worker for it.
type Server struct {
	Sets        []*testset.TestSet
	Contestants []Contestant // built-in solvers
	Settings    Settings     // Passes come with each request

	samplers map[results.Benchmark]*solverSampler
}

// Serve answers requests on in, one line each, until in ends.
func (s *Server) Serve(ctx context.Context, in io.Reader, out io.Writer) error {
	s.Settings.TotalsOnly = true
	h := hello{Protocol: Protocol}
	for _, set := range s.Sets {
		for i := range s.Contestants {
			if s.Contestants[i].Meets(set) {
				h.Benchmarks = append(h.Benchmarks, Offer{results.Benchmark{Set: set.Name, Solver: s.Contestants[i].Name}, set.Digest()})
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
		if err := encoder.Encode(s.answer(ctx, &q)); err != nil {
			return err
		}
	}
}

func (s *Server) answer(ctx context.Context, q *Request) (a response) {
	err := s.serve(ctx, q, &a)
	if f := new(results.Failure); errors.As(err, &f) {
		return response{Failure: f}
	}
	if err != nil {
		return response{Error: err.Error()}
	}
	return a
}

// serve judges a benchmark, or takes a part of a sample. The sampler of the benchmark is made when the contestant was
// accepted: here, or by the other process.
func (s *Server) serve(ctx context.Context, q *Request, a *response) error {
	set, c := find(s.Sets, s.Contestants, q.Benchmark)
	if set == nil {
		return fmt.Errorf("%s is not among the benchmarks", q.Benchmark)
	}
	if q.Judge {
		session := &Session{Sets: []*testset.TestSet{set}, Contestants: []Contestant{*c}, Measuring: true}
		if err := session.Judge(ctx); err != nil {
			return err
		}
		a.Result = session.Results[0]
		if a.Result.Verdict == judge.JudgeError {
			return errors.New(a.Result.Reason())
		}
		if !a.Result.Accepted() {
			return nil
		}
		q.Accepted = AcceptedOf(a.Result)
	}
	sampler := s.samplers[q.Benchmark]
	if sampler == nil || q.Judge {
		if q.Accepted == nil {
			return fmt.Errorf("%s was not judged", q.Benchmark)
		}
		all, err := set.All(ctx)
		if err != nil {
			return err
		}
		settings := s.Settings
		settings.Passes = q.Passes
		sampler = newSolverSampler(set.NewRunner(c.Spec)(), all, *q.Accepted, settings)
		err = sampler.Prepare(ctx, q.Audit)
		if f := new(results.Failure); q.Judge && errors.As(err, &f) {
			a.Result.Drop(0, f)
			return nil
		}
		if err != nil {
			return err
		}
		s.samplers[q.Benchmark] = sampler
	}
	if q.Judge {
		a.Passes = sampler.passes
		return nil
	}
	var err error
	a.Sample, _, err = sampler.Part(ctx, Part{Round: q.Round, Part: q.Part, Parts: max(q.Parts, 1)})
	return err
}
