package judge

import "time"

// begin announces a call of the Solver, and starts the watchdog if the call has a time limit. It resets Cancel, which
// the call before may have set. It returns false if the pass was interrupted.
func (w *worker) begin(limited bool) bool {
	w.mu.Lock()
	defer w.mu.Unlock()
	if w.pass.interrupted.Load() {
		return false
	}
	w.calling = true
	w.call++
	if w.cancel.Load() {
		w.cancel.Store(false)
	}
	if w.allowed = 0; limited {
		w.allowed = w.cancelAfter()
	}
	if w.allowed == 0 {
		return true
	}
	w.deadline = time.Now().Add(w.allowed)
	if !w.watching { // else it finds the new deadline when it wakes: to set a timer for each case takes long
		w.watching = true
		w.watchdog.Reset(w.allowed)
	}
	return true
}

// cancelAfter returns the time after which the current call is cancelled (Overtime); 0 means never. Several workers
// share no sum: each has the whole limit.
func (w *worker) cancelAfter() (after time.Duration) {
	l := &w.pass.options.Limits
	if l.Time > 0 {
		var spent time.Duration
		if len(w.pass.workers) == 1 {
			_, spent = w.pass.fold.Spent()
		}
		after = Overtime(l.Time) - spent
	}
	if l.Case > 0 && !w.batch {
		if d := Overtime(l.Case); after == 0 || d < after {
			after = d
		}
	}
	return after
}

// end announces that the call has returned. It returns false if the goroutine was abandoned: its worker and the block
// belong to others then.
func (w *worker) end() bool {
	w.mu.Lock()
	defer w.mu.Unlock()
	w.calling = false
	return !w.abandoned
}

// tooLate cancels the current call if its time is over.
func (w *worker) tooLate() {
	w.mu.Lock()
	defer w.mu.Unlock()
	w.watching = false
	if !w.calling || w.allowed == 0 {
		return
	}
	if left := time.Until(w.deadline); left > 0 {
		w.watching = true
		w.watchdog.Reset(left)
		return
	}
	w.stop()
}

// interrupt cancels the current call for good: there is no other one.
func (w *worker) interrupt() {
	w.mu.Lock()
	defer w.mu.Unlock()
	if w.calling {
		w.stop()
	}
}

// stop cancels the current call, and abandons the goroutine if the Solver does not return within Grace. mu is held.
func (w *worker) stop() {
	w.cancel.Store(true)
	call := w.call
	time.AfterFunc(w.pass.options.Grace, func() {
		w.mu.Lock()
		defer w.mu.Unlock()
		if w.calling && w.call == call && !w.abandoned {
			w.abandoned = true
			close(w.abandon)
		}
	})
}
