package results

import (
	"encoding/json"
	"fmt"
	"time"

	"gridjudge/harness/judge"
)

// OutcomesFile holds the outcomes of single cases, in the folder of a judging that has not ended or of a shard.
const OutcomesFile = "outcomes.jsonl"

// Outcomes is one line of OutcomesFile. There are three kinds of lines: outcomes of one solver on one set, column by
// column; the end of a judge.Portion, which is what one process judged of a solver on a set; the result of a program.
type Outcomes struct {
	Set     string `json:"set,omitempty"`
	Solver  string `json:"solver,omitempty"`
	Portion int    `json:"portion,omitempty"` // its number: how often the run had been resumed before

	Cases   []int           `json:"cases,omitempty"` // their numbers in the whole set
	NS      []int64         `json:"ns,omitempty"`
	Nodes   []uint64        `json:"nodes,omitempty"`
	Updates []uint64        `json:"updates,omitempty"`
	Failed  []judge.Outcome `json:"failed,omitempty"` // in full, of the cases that are not AC

	End *PortionEnd `json:"end,omitempty"`

	Program *judge.SetResult `json:"program,omitempty"`
}

// PortionEnd holds the fields of a judge.Portion that are known at its end.
type PortionEnd struct {
	Overall *judge.Outcome `json:"overall,omitempty"`
	Batch   bool           `json:"batch,omitempty"`
	Total   time.Duration  `json:"total_ns,omitempty"`
	Ended   bool           `json:"ended,omitempty"`
	Notes   []string       `json:"notes,omitempty"`
}

// add adds the outcome of a case.
func (l *Outcomes) add(o *judge.Outcome) {
	l.Cases = append(l.Cases, o.Case)
	l.NS = append(l.NS, int64(o.Time))
	l.Nodes = append(l.Nodes, o.Nodes)
	l.Updates = append(l.Updates, o.Updates)
	if o.Verdict != judge.Accepted {
		l.Failed = append(l.Failed, *o)
	}
}

// outcomes returns the outcomes of a line.
func (l *Outcomes) outcomes() ([]judge.Outcome, error) {
	n := len(l.Cases)
	if len(l.NS) != n || len(l.Nodes) != n || len(l.Updates) != n || len(l.Failed) > n {
		return nil, fmt.Errorf("%d cases with %d times, %d nodes and %d updates: want as many of each", n, len(l.NS), len(l.Nodes), len(l.Updates))
	}
	all := make([]judge.Outcome, 0, n)
	failed := l.Failed
	for i, number := range l.Cases {
		if len(failed) > 0 && failed[0].Case == number {
			all = append(all, failed[0])
			failed = failed[1:]
			continue
		}
		all = append(all, judge.Outcome{Case: number, Verdict: judge.Accepted, Time: time.Duration(l.NS[i]), Nodes: l.Nodes[i], Updates: l.Updates[i]})
	}
	if len(failed) > 0 {
		return nil, fmt.Errorf("case %d failed but is not among the cases", failed[0].Case)
	}
	return all, nil
}

// Judged is the content of an OutcomesFile.
type Judged struct {
	Portions map[Benchmark][]*judge.Portion // of solvers
	Programs map[Benchmark]*judge.SetResult // without their sets

	open map[Benchmark]int // the number of the last portion
}

// NewJudged returns the content of an empty file.
func NewJudged() *Judged {
	return &Judged{Portions: map[Benchmark][]*judge.Portion{}, Programs: map[Benchmark]*judge.SetResult{}, open: map[Benchmark]int{}}
}

// Read adds one line of the file.
func (j *Judged) Read(line []byte) error {
	l := new(Outcomes)
	if err := json.Unmarshal(line, l); err != nil {
		return err
	}
	b := Benchmark{l.Set, l.Solver}
	if l.Program != nil {
		j.Programs[b] = l.Program
		return nil
	}
	outcomes, err := l.outcomes()
	if err != nil {
		return err
	}
	p := j.portion(b, l.Portion)
	p.Outcomes = append(p.Outcomes, outcomes...)
	if l.End != nil {
		p.Overall, p.Batch, p.Total, p.Ended, p.Notes = l.End.Overall, l.End.Batch, l.End.Total, l.End.Ended, l.End.Notes
	}
	return nil
}

// portion returns the portion of a benchmark with a number, a new one if it has not been seen.
func (j *Judged) portion(b Benchmark, number int) *judge.Portion {
	all := j.Portions[b]
	if len(all) == 0 || j.open[b] != number {
		all = append(all, &judge.Portion{})
		j.Portions[b], j.open[b] = all, number
	}
	return all[len(all)-1]
}

// Close drops the portions that did not end and have no times of single cases. A killed batch call leaves such a
// portion: its time is not known, and its cases are judged again.
func (j *Judged) Close() {
	for b, all := range j.Portions {
		var kept []*judge.Portion
		for _, p := range all {
			if p.Ended || !p.Batch && !untimed(p.Outcomes) {
				kept = append(kept, p)
			}
		}
		j.Portions[b] = kept
	}
}

func untimed(outcomes []judge.Outcome) bool {
	for i := range outcomes {
		if outcomes[i].Time > 0 {
			return false
		}
	}
	return true
}
