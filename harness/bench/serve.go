package bench

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"io"

	"gridjudge/harness/machine"
	"gridjudge/harness/results"
	"gridjudge/harness/testset"
	"gridjudge/solvers"
)

// Protocol is the version of the messages between a Server and a Worker.
const Protocol = 2

// hello is the first line of a server. It lists the benchmarks that it can measure.
type hello struct {
	Protocol   int                     `json:"protocol"`
	Benchmarks []results.BenchmarkInfo `json:"cells"`
	Machine    machine.Machine         `json:"machine"`
}

// Request asks for one sample.
type Request struct {
	Benchmark results.Benchmark `json:"cell"`
	Round     int               `json:"round"`
	Passes    int               `json:"passes"` // of the whole sample; 0: the server chooses
	Part      int               `json:"part"`   // which part of the sample, from 0
	Parts     int               `json:"parts"`  // of how many
	Audit     bool              `json:"audit"`  // whether to audit before the sample: to look for answers kept between passes

	// Older builds ignore these fields: they judge again, and time single cases.
	Accepted   *Accepted `json:"accepted,omitempty"`    // as in Settings
	TotalsOnly bool      `json:"totals_only,omitempty"` // as in Settings
}

type response struct {
	Sample *results.Sample `json:"sample,omitempty"`
	Fault  string          `json:"fault,omitempty"` // why the contestant failed
	Error  string          `json:"error,omitempty"` // why the harness failed
}

// Server takes samples of built-in solvers on request. It runs in the measured build; the
// comparing process has a Worker for it.
type Server struct {
	Sets     []*testset.TestSet
	Specs    []*solvers.Spec
	Settings Settings // Passes and Audit come with each request
}

// Serve answers requests on in, one line each, until in ends.
func (s *Server) Serve(ctx context.Context, in io.Reader, out io.Writer) error {
	plan := NewPlan(s.Sets, s.Specs, s.Settings)
	at := map[results.Benchmark]*entry{}
	for i := range plan.entries {
		at[plan.Benchmarks[i].Benchmark()] = &plan.entries[i]
	}
	return serve(ctx, in, out, plan.Benchmarks, func(q Request) (PartialSampler, error) {
		e := at[q.Benchmark]
		if e == nil {
			return nil, fmt.Errorf("%s is not among the benchmarks", q.Benchmark)
		}
		settings := s.Settings
		settings.Passes, settings.Audit, settings.Accepted, settings.TotalsOnly = q.Passes, q.Audit, q.Accepted, q.TotalsOnly
		return NewSolverSampler(e.spec, e.set, settings), nil
	})
}

// serve answers requests. newSampler makes the sampler of a benchmark when it is
// first asked for.
func serve(ctx context.Context, in io.Reader, out io.Writer, benchmarks []results.BenchmarkInfo, newSampler func(Request) (PartialSampler, error)) error {
	encoder := json.NewEncoder(out)
	if err := encoder.Encode(hello{Protocol, benchmarks, machine.ThisMachine()}); err != nil {
		return err
	}
	samplers := map[results.Benchmark]PartialSampler{}
	defer func() {
		for _, m := range samplers {
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
		if err := encoder.Encode(answer(ctx, samplers, q, newSampler)); err != nil {
			return err
		}
	}
}

func answer(ctx context.Context, samplers map[results.Benchmark]PartialSampler, q Request, newSampler func(Request) (PartialSampler, error)) response {
	m := samplers[q.Benchmark]
	if m == nil {
		var err error
		if m, err = newSampler(q); err != nil {
			return response{Error: err.Error()}
		}
		rejected, err := m.Prepare(ctx)
		if err != nil {
			return response{Error: err.Error()}
		}
		if rejected != nil {
			return response{Sample: rejected}
		}
		samplers[q.Benchmark] = m
	}
	sample, err := m.Part(ctx, q.Round, q.Part, max(q.Parts, 1))
	if err != nil {
		return response{Fault: err.Error()}
	}
	return response{Sample: sample}
}
