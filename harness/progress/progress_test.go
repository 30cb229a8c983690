package progress

import (
	"bytes"
	"fmt"
	"io"
	"os"
	"testing"
	"time"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"
)

func TestAPipeStaysSilent(t *testing.T) {
	file, err := os.CreateTemp(t.TempDir(), "")
	require.NoError(t, err)
	defer file.Close()
	for _, out := range []io.Writer{file, &bytes.Buffer{}} {
		d := New(out)
		d.start = time.Time{}
		d.Say("building")
		d.Set(2, 3, "b")
		d.Close()
	}
	info, err := file.Stat()
	require.NoError(t, err)
	assert.Zero(t, info.Size())
}

func TestATerminalIsShownTheWorkInHand(t *testing.T) {
	var out bytes.Buffer
	d := &Display{out: &out, start: time.Now()}
	d.Set(1, 10, "poj3074/named dlx")
	assert.Empty(t, out.String(), "short work shows nothing")
	d.start = time.Time{}
	d.Set(2, 10, "poj3074/named dlx")
	assert.Contains(t, out.String(), "poj3074/named dlx")
	assert.Contains(t, out.String(), "2/10")
	d.Close()
	assert.Regexp(t, `\r +\r$`, out.String(), "the bar is taken off the screen")
}

func TestMoreWorkHasABarOfItsOwn(t *testing.T) {
	var out bytes.Buffer
	d := &Display{out: &out}
	for _, total := range []int{5, 30, 30} { // as bench: cases are judged, then samples are taken
		d.Set(total, total, "judging")
		out.Reset()
		d.Set(1, 30, "measuring")
		assert.Contains(t, out.String(), "measuring", total)
		assert.Contains(t, out.String(), "1/30", total)
	}
	d.Close()
}

func TestNamesOfFilesAreEscaped(t *testing.T) {
	var out bytes.Buffer
	d := &Display{out: &out}
	defer d.Close()
	d.Say("poj3074/a\u009b31mb\u202ec\x1b[32m dlx")
	assert.Contains(t, out.String(), `poj3074/a\u009b31mb\u202ec\x1b[32m dlx`)
	assert.NotContains(t, out.String(), "\u009b")
}

func TestWorkOfUnknownLengthIsCounted(t *testing.T) {
	var out bytes.Buffer
	d := &Display{out: &out}
	defer d.Close()
	for done := 100; done < 1000; done += 100 {
		out.Reset()
		d.Set(done, 0, "puzzles.txt dlx")
		assert.Contains(t, out.String(), fmt.Sprintf("puzzles.txt dlx (%d/-)", done))
	}
}

func TestALengthBecomesKnown(t *testing.T) {
	var out bytes.Buffer
	d := &Display{out: &out}
	defer d.Close()
	d.Say("building")
	assert.Contains(t, out.String(), "building (0/-)")
	d.Set(3, 10, "measuring")
	assert.Contains(t, out.String(), "3/10")
}
