package judge

import "time"

// begin announces a call of the Solver: for case current of the chunk, or for none (-1). It resets Cancel, which the
// call before may have set. It returns false if the pass was interrupted.
func (w *worker) begin(current int) bool {
	w.mu.Lock()
	defer w.mu.Unlock()
	if w.pass.interrupted.Load() {
		return false
	}
	w.calling, w.current = true, current
	if w.cancel.Load() {
		w.cancel.Store(false)
	}
	return true
}

// arm starts the watchdog: it sets Cancel when the call takes much longer than its
// limits.
func (w *worker) arm() {
	if !w.limited() {
		return
	}
	w.mu.Lock()
	defer w.mu.Unlock()
	if w.allowed = w.cancelAfter(); w.allowed == 0 {
		return
	}
	w.armed, w.deadline = true, time.Now().Add(w.allowed)
	w.watchdog.Reset(w.allowed)
}

// limited reports whether a time limit applies.
func (w *worker) limited() bool {
	l := &w.pass.options.Limits
	return l.Time > 0 || l.Case > 0
}

// cancelAfter returns the time after which the current call is cancelled; 0 means never. A case
// that ends within 1.5 times its limit, or 1 s after it, is seen to be late. Several workers share no sum: each has the
// whole limit.
func (w *worker) cancelAfter() (after time.Duration) {
	l := &w.pass.options.Limits
	if l.Time > 0 {
		var spent time.Duration
		if len(w.pass.workers) == 1 {
			_, spent = w.pass.fold.Spent()
		}
		after = l.Time + max(l.Time/2, time.Second) - spent
	}
	if l.Case > 0 && !w.batch {
		if d := l.Case + max(l.Case/2, time.Second); after == 0 || d < after {
			after = d
		}
	}
	return after
}

// end announces that the call has returned, and stops the watchdog. It returns false if the goroutine was abandoned:
// its worker and the block belong to others then.
func (w *worker) end() bool {
	w.mu.Lock()
	defer w.mu.Unlock()
	w.calling = false
	if w.armed {
		w.armed = false
		w.watchdog.Stop()
	}
	return !w.abandoned
}

// tooLate cancels the current call. It abandons the goroutine if the Solver does not return
// within Grace.
func (w *worker) tooLate() {
	w.mu.Lock()
	defer w.mu.Unlock()
	if !w.armed || time.Now().Before(w.deadline) { // fired for the call before
		return
	}
	w.cancel.Store(true)
	late := w.deadline // a case of a later chunk may have the same number
	time.AfterFunc(w.pass.options.Grace, func() {
		w.mu.Lock()
		defer w.mu.Unlock()
		if w.armed && w.deadline.Equal(late) {
			w.giveUp()
		}
	})
}

// giveUp abandons the goroutine, which is in a call.
func (w *worker) giveUp() {
	if !w.abandoned {
		w.abandoned = true
		close(w.abandon)
	}
}

// interrupt cancels the current call for good.
func (w *worker) interrupt() {
	w.mu.Lock()
	defer w.mu.Unlock()
	w.cancel.Store(true)
	time.AfterFunc(w.pass.options.Grace, func() {
		w.mu.Lock()
		defer w.mu.Unlock()
		if w.calling {
			w.giveUp()
		}
	})
}
