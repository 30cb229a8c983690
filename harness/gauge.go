package harness

import (
	"os"
	"sync"
	"time"

	"github.com/schollz/progressbar/v3"
)

// patience is how long work goes on before a bar appears.
const patience = 2 * time.Second

// gauge shows how far long work is, and when it will end: on a terminal only,
// and only once it has taken a while.
type gauge struct {
	mu    sync.Mutex
	out   *os.File // nil: no terminal
	total int
	done  int
	start time.Time
	bar   *progressbar.ProgressBar
}

func (a *app) newGauge(total int) *gauge {
	return &gauge{out: a.terminal(), total: total, start: time.Now()}
}

// add counts n units of work as done; what names the work in hand.
func (b *gauge) add(n int, what string) {
	if b.out == nil {
		return
	}
	b.mu.Lock()
	defer b.mu.Unlock()
	b.done += n
	if b.bar == nil {
		if time.Since(b.start) < patience {
			return
		}
		b.bar = newBar(b.out, b.total, 100*time.Millisecond)
	}
	b.bar.Describe(what)
	_ = b.bar.Set(min(b.done, b.total))
}

// close takes the bar off the screen.
func (b *gauge) close() {
	b.mu.Lock()
	defer b.mu.Unlock()
	if b.bar != nil {
		_ = b.bar.Finish()
	}
}
