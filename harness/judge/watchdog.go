package judge

import "time"

// beginCall must be called before each call of the Solver. It clears Cancel, which the watchdog may have set during the
// previous call. If the call has a time limit, beginCall also starts the watchdog, which sets Cancel when the time is
// over. If the pass was interrupted, beginCall returns false, and the Solver must not be called.
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

// cancelAfter returns how long the current call may take before it is cancelled; 0 means that it is never cancelled.
//
// A limit of the set applies to the sum of all cases. The call is cancelled when this sum reaches Overtime, which is
// some time after the limit. For example, under a limit of 4 s, Overtime is 6 s. If the earlier cases took 3 s
// together, the current call may take 6 - 3 = 3 s. The result is always above 0, because the sum of the earlier cases
// does not exceed the limit.
//
// If there are several jobs, they do not share a sum: each call may take the whole Overtime. If there is a limit of
// each case, too, the call may take at most the Overtime of that limit.
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

// endCall must be called when a call of the Solver has returned. It returns false if the goroutine was abandoned in
// the meantime: then the job and the block belong to others, and the goroutine must not touch them.
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
