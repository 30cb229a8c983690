package judge

import (
	"fmt"
	"path/filepath"
	"runtime"
	"strings"
	"time"
)

// recoverPanic runs call and returns its time. If call panics, reason holds the value and
// the place of the panic, on one line.
func recoverPanic(call func()) (elapsed time.Duration, reason string) {
	start := time.Now()
	defer func() {
		if v := recover(); v != nil {
			elapsed = time.Since(start)
			reason = panicReason(v)
		}
	}()
	call()
	return time.Since(start), ""
}

// panicReason describes a panic. It must be called while the panic is being recovered:
// the frames that panicked are still on the stack then.
func panicReason(v any) string {
	text, _, _ := strings.Cut(fmt.Sprint(v), "\n")
	if len(text) > 200 {
		text = text[:200] + "..."
	}
	pc := make([]uintptr, 64)
	frames := runtime.CallersFrames(pc[:runtime.Callers(1, pc)])
	panicking := false
	for {
		f, more := frames.Next()
		switch {
		case f.Function == "runtime.gopanic":
			panicking = true
		case panicking && !strings.HasPrefix(f.Function, "runtime."):
			return fmt.Sprintf("%s (%s, %s:%d)", text, filepath.Base(f.Function), filepath.Base(f.File), f.Line)
		}
		if !more {
			return text
		}
	}
}
