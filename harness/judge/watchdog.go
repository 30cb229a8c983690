package judge

import "time"

// begin sets the case that is solved next and resets Cancel, which the case before may have
// set. It returns false if the pass was interrupted.
func (r *pass) begin(current int) bool {
	if !r.limited() {
		if r.cancel.Load() {
			r.cancel.Store(false)
		}
		if r.interrupted.Load() {
			r.cancel.Store(true) // interrupt may have set it before
			return false
		}
		return true
	}
	r.mu.Lock()
	defer r.mu.Unlock()
	r.current = current
	if r.interrupted.Load() {
		return false
	}
	r.cancel.Store(false)
	return true
}

// arm starts the watchdog: it sets Cancel when the case takes much longer than its
// limits.
func (r *pass) arm() {
	if !r.limited() {
		return
	}
	r.mu.Lock()
	defer r.mu.Unlock()
	if r.allowed = r.cancelAfter(); r.allowed == 0 {
		return
	}
	r.armed, r.deadline = true, time.Now().Add(r.allowed)
	r.watchdog.Reset(r.allowed)
}

// limited reports whether a time limit applies.
func (r *pass) limited() bool { return r.options.TimeLimit > 0 || r.options.CaseLimit > 0 }

// cancelAfter returns the time after which the current case is cancelled; 0 means never. A case
// that ends within 1.5 times its limit, or 1 s after it, is seen to be late.
func (r *pass) cancelAfter() (after time.Duration) {
	if l := r.options.TimeLimit; l > 0 {
		after = l + max(l/2, time.Second) - r.spent
	}
	if l := r.options.CaseLimit; l > 0 {
		if d := l + max(l/2, time.Second); after == 0 || d < after {
			after = d
		}
	}
	return after
}

// disarm stops the watchdog. It returns false if the worker was abandoned: the worker must end then, and leave the cases
// alone, whose memory may hold the next part.
func (r *pass) disarm() bool {
	if !r.limited() {
		return true
	}
	r.mu.Lock()
	defer r.mu.Unlock()
	r.armed = false
	r.watchdog.Stop()
	return !r.abandoned
}

// tooLate cancels the current case. It abandons the worker if the Solver does not return
// within Grace.
func (r *pass) tooLate() {
	r.mu.Lock()
	defer r.mu.Unlock()
	if !r.armed || time.Now().Before(r.deadline) { // fired for the case before
		return
	}
	r.cancel.Store(true)
	late := r.deadline // a case of a later part may have the same number
	time.AfterFunc(r.options.Grace, func() {
		r.mu.Lock()
		defer r.mu.Unlock()
		if r.armed && r.deadline.Equal(late) {
			r.giveUp()
		}
	})
}

// giveUp abandons the worker. The caller holds mu: either the worker learns it from disarm, or its results count.
func (r *pass) giveUp() {
	if !r.abandoned {
		r.abandoned = true
		close(r.abandon)
	}
}

// interrupt cancels the current case for good.
func (r *pass) interrupt() {
	r.mu.Lock()
	r.interrupted.Store(true)
	r.cancel.Store(true)
	r.mu.Unlock()
	time.AfterFunc(r.options.Grace, func() {
		r.reporting.Lock() // Judge must not return during a call of Observe
		defer r.reporting.Unlock()
		r.mu.Lock()
		defer r.mu.Unlock()
		r.giveUp()
	})
}
