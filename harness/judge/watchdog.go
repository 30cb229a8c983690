package judge

import "time"

// beginCall announces a call of the Solver, and starts the watchdog if the call has a time limit. It resets Cancel, which
// the call before may have set. It returns false if the pass was interrupted.
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
	if !j.watching { // else it finds the new deadline when it wakes: to set a timer for each case takes long
		j.watching = true
		j.watchdog.Reset(j.allowed)
	}
	return true
}

// cancelAfter returns the time after which the current call is cancelled (Overtime); 0 means never. What is left of a
// limit is above 0: a pass ends with the case that exceeds the limit, and Overtime is later. Several jobs share no sum:
// each has the whole limit.
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

// endCall announces that the call has returned. It returns false if the goroutine was abandoned: its job and the block
// belong to others then.
func (j *job) endCall() bool {
	j.mu.Lock()
	defer j.mu.Unlock()
	j.calling = false
	return !j.abandoned
}

// tooLate cancels the current call if its time is over.
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

// interrupt cancels the current call for good: there is no other one.
func (j *job) interrupt() {
	j.mu.Lock()
	defer j.mu.Unlock()
	if j.calling {
		j.stop()
	}
}

// stop cancels the current call, and abandons the goroutine if the Solver does not return within Grace. mu is held.
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
