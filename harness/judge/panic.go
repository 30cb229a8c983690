package judge

import (
	"fmt"
	"path/filepath"
	"runtime"
	"strings"
)

// PanicReason describes a panic on one line, so that an author finds the fault: it gives the value of the panic and the
// place in the code that panicked. It must be called while the panic is being recovered, because only then are the
// frames that panicked still on the stack.
//
// Two other ends of a goroutine are described, too. The value nil stands for runtime.Goexit. A call of os.Exit(0)
// panics while a verb runs; in this case the place is the caller of os.Exit.
func PanicReason(v any) string {
	if v == nil {
		return "it ended its goroutine (runtime.Goexit)"
	}
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
		case panicking && !strings.HasPrefix(f.Function, "runtime.") && f.Function != "os.Exit":
			return fmt.Sprintf("%s (%s, %s:%d)", text, filepath.Base(f.Function), filepath.Base(f.File), f.Line)
		}
		if !more {
			return text
		}
	}
}
