package program

import (
	"bytes"
	"fmt"
	"io"
	"strings"
	"time"

	"github.com/kballard/go-shellquote"

	"gridjudge/corpus/cases"
	"gridjudge/harness/testset"
)

// Replay writes a shell script that repeats what Judge does with case n of set, or with all its cases if n is 0 (with
// case 1, if the program runs once per case): the same input, environment and command line, in a fresh directory. The
// script sets the limits that a shell can set, and says which. It does not watch memory, output and processes as Judge
// does.
func (p *Program) Replay(w io.Writer, set *testset.TestSet, block cases.Cases, n int) error {
	scope := ""
	switch perCase := p.runsPerCase(set, Options{}); {
	case perCase && n == 0: // judge runs it on each case
		n = 1
	case !perCase && n > 0 && block.Len() > 1:
		scope = fmt.Sprintf("# It has case %d alone: a fault that needs the cases before it shows only in the script of all cases, without #%[1]d.\n", n)
	}
	name := testset.CaseName(set.Name, "", n, 0)
	if n > 0 {
		block = block.Slice(n-1, n)
	}
	t, err := p.task(set, block, p.passLimits(set, Options{}, 1, false))
	if err != nil {
		return err
	}
	defer t.input.Close()
	b := new(bytes.Buffer)
	fmt.Fprintf(b, "#!/bin/sh\n# %s on %s, in the format of %s: limits %s.\n", p.Name, name, t.problem.Name, limitsInWords(t.limits))
	b.WriteString("# Memory and output are not limited here. Wall time is limited where there is a command timeout, which then ends with status 124.\n")
	b.WriteString(scope + "limit=\ncd \"$(mktemp -d)\" || exit\nulimit -c 0\nulimit -S -s 8192\n")
	if t.kill.CPU > 0 {
		b.WriteString("# The kernel ends the program later than judge does, as a backstop.\n")
		fmt.Fprintf(b, "ulimit -t %d\n", int64(t.kill.Backstop()/time.Second))
	}
	if t.kill.AddressSpace > 0 {
		fmt.Fprintf(b, "ulimit -v %d\n", t.kill.AddressSpace>>10)
	}
	if t.kill.Wall > 0 {
		fmt.Fprintf(b, "command -v timeout >/dev/null && limit='timeout %gs'\n", t.kill.Wall.Seconds())
	}
	// No line of an input is this one: none has a blank between words.
	const end = "end of the input"
	command := shellquote.Join(p.commandLine(t.problem)...)
	fmt.Fprintf(b, "env -i PATH=\"$PATH\" HOME=\"$PWD\" TMPDIR=\"$PWD\" LC_ALL=C LSAN_OPTIONS=detect_leaks=0 \\\n\t$limit %s <<'%s'\n", command, end)
	_, err = io.Copy(w, io.MultiReader(b, t.input, strings.NewReader(end+"\n")))
	return err
}
