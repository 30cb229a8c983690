package sandbox

import "sync/atomic"

// capture keeps the first bytes written to it and counts all of them. When more
// than limit bytes have come, full is called once; what follows is counted and
// dropped, so that the writer never blocks.
type capture struct {
	limit int64 // below 0: no limit
	full  func()
	kept  []byte
	total atomic.Int64
}

func (h *capture) Write(p []byte) (int, error) {
	before := h.total.Add(int64(len(p))) - int64(len(p))
	// One byte beyond the limit is kept: it shows that there was more.
	room := int64(len(p))
	if h.limit >= 0 {
		room = min(room, max(h.limit+1-before, 0))
	}
	h.kept = append(h.kept, p[:room]...)
	if h.limit >= 0 && before <= h.limit && h.total.Load() > h.limit && h.full != nil {
		h.full()
	}
	return len(p), nil
}

// captures returns those of the two outputs of a program; kill is called when the first exceeds its limit.
func captures(limits Limits, kill func()) (stdout, stderr *capture) {
	stdout = &capture{limit: -1, full: kill}
	if limits.Output > 0 {
		stdout.limit = limits.Output
	}
	return stdout, &capture{limit: StderrKept - 1}
}

// captured takes over the outputs of a program.
func (r *Result) captured(stdout, stderr *capture) {
	r.Stdout, r.Written = stdout.kept, stdout.total.Load()
	r.Stderr, r.StderrWritten = stderr.kept, stderr.total.Load()
}
