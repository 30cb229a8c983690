package sandbox

import (
	"cmp"
	"math"
	"sync/atomic"
)

// capture keeps the first bytes written to it and counts all of them. When more
// than limit bytes have come, full is called once; what follows is counted and
// dropped, so that the writer never blocks.
type capture struct {
	limit int64 // at most unlimited
	full  func()
	kept  []byte
	total atomic.Int64
}

func (h *capture) Write(p []byte) (int, error) {
	before := h.total.Add(int64(len(p))) - int64(len(p))
	// One byte beyond the limit is kept: it shows that there was more.
	h.kept = append(h.kept, p[:min(int64(len(p)), max(h.limit+1-before, 0))]...)
	if before <= h.limit && h.total.Load() > h.limit && h.full != nil {
		h.full()
	}
	return len(p), nil
}

const unlimited = math.MaxInt64 - 1

// captures returns those of the two outputs of a program; kill is called when the first exceeds its limit.
func captures(limits Limits, kill func()) (stdout, stderr *capture) {
	return &capture{limit: cmp.Or(limits.Output, int64(unlimited)), full: kill}, &capture{limit: StderrKept - 1}
}

// captured takes over the outputs of a program.
func (r *Result) captured(stdout, stderr *capture) {
	r.Stdout, r.Written = stdout.kept, stdout.total.Load()
	r.Stderr, r.StderrWritten = stderr.kept, stderr.total.Load()
}
