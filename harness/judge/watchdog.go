package judge

import "time"

// beginCall must be called before each call of the Solver. It starts the watchdog if the call has a time limit, and
// resets Cancel, which the call before may have set. It returns false if the pass was interrupted: then the call must
// not be made.
func (j *job) beginCall(limited bool) bool {
	j.mu.Lock()
	defer j.mu.Unlock()
	if j.pass.interrupted.Load() {
		return false
	}
	j.calling = true
	j.call++
	if j.cancel.Load() {
		j.cancel.Store(false)
	}
	j.allowed = 0
	if limited {
		j.allowed = j.cancelAfter()
	}
	if j.allowed == 0 {
		return true
	}
	j.deadline = time.Now().Add(j.allowed)
	if !j.watching { // a running watchdog sees the new deadline when it wakes, because setting a timer for each case takes long
		j.watching = true
		j.watchdog.Reset(j.allowed)
	}
	return true
}

// cancelAfter returns the time after which the current call is cancelled (Overtime); 0 means never. If the limit of
// the set applies, this is the rest of its Overtime. The rest is always above 0, because the pass ends with the case
// that exceeds the limit, and Overtime is later than the limit. Several jobs do not share a sum, so each of them has
// the whole limit.
func (j *job) cancelAfter() (after time.Duration) {
	l := &j.pass.options.Limits
	if l.Time > 0 {
		var spent time.Duration
		if len(j.pass.jobs) == 1 {
			_, spent = j.pass.fold.Spent()
		}
		after = Overtime(l.Time) - spent
	}
	if l.Case > 0 && !j.batch {
		if d := Overtime(l.Case); after == 0 || d < after {
			after = d
		}
	}
	return after
}

// endCall must be called when the call has returned. It returns false if the goroutine was abandoned: then the job
// and the block belong to others, and the goroutine must not touch them.
func (j *job) endCall() bool {
	j.mu.Lock()
	defer j.mu.Unlock()
	j.calling = false
	return !j.abandoned
}

// tooLate is called when the watchdog's timer ends. It cancels the current call if its time is over, and otherwise
// waits for the rest of the time.
func (j *job) tooLate() {
	j.mu.Lock()
	defer j.mu.Unlock()
	j.watching = false
	if !j.calling || j.allowed == 0 {
		return
	}
	if left := time.Until(j.deadline); left > 0 {
		j.watching = true
		j.watchdog.Reset(left)
		return
	}
	j.stop()
}

// interrupt cancels the current call. There will not be another one.
func (j *job) interrupt() {
	j.mu.Lock()
	defer j.mu.Unlock()
	if j.calling {
		j.stop()
	}
}

// stop cancels the current call, and abandons the goroutine if the Solver does not return within Grace. The caller
// must hold mu.
func (j *job) stop() {
	j.cancel.Store(true)
	call := j.call
	time.AfterFunc(j.pass.options.Grace, func() {
		j.mu.Lock()
		defer j.mu.Unlock()
		if j.calling && j.call == call && !j.abandoned {
			j.abandoned = true
			close(j.abandon)
		}
	})
}
