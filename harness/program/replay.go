package program

import (
	"bytes"
	"fmt"
	"io"
	"strings"
	"time"

	"github.com/kballard/go-shellquote"

	"gridjudge/corpus/cases"
	"gridjudge/harness/judge"
	"gridjudge/harness/testset"
)

// Replay writes a shell script that repeats what Judge does with case n of set, or with all its cases if n is 0: the
// same input, environment and command line, in a fresh directory. The script sets
// the kernel's limits. It does not monitor memory and processes as Judge does.
func (p *Program) Replay(w io.Writer, set *testset.TestSet, block cases.Cases, n int) error {
	name := set.Name
	if n > 0 {
		name = fmt.Sprintf("%s#%d", set.Name, n)
		block = block.Slice(n-1, n)
	}
	t, err := p.task(set, block, p.allow(p.timeLimit(set, Options{})))
	if err != nil {
		return err
	}
	b := new(bytes.Buffer)
	fmt.Fprintf(b, "#!/bin/sh\n# %s on %s, in the format of %s: limits %s.\n", p.Name, name, t.problem.Name, limitsInWords(t.limits))
	b.WriteString("cd \"$(mktemp -d)\" || exit\nulimit -c 0\nulimit -S -s 8192\n")
	if t.kill.CPU > 0 {
		fmt.Fprintf(b, "ulimit -t %d\n", int64(t.kill.CPU/time.Second)+2)
	}
	if t.kill.AddressSpace > 0 {
		fmt.Fprintf(b, "ulimit -v %d\n", t.kill.AddressSpace>>10)
	}
	// No line of an input is this one: none has a blank between words.
	const end = "end of the input"
	command := shellquote.Join(p.commandLine(t.problem)...)
	fmt.Fprintf(b, "env -i PATH=\"$PATH\" HOME=\"$PWD\" TMPDIR=\"$PWD\" LC_ALL=C \\\n\t%s <<'%s'\n%s%s\n", command, end, t.input.Bytes(), end)
	_, err = w.Write(b.Bytes())
	return err
}

func limitsInWords(l judge.Limits) string {
	words := []string{fmt.Sprintf("%d KiB of resident memory, %d bytes of output", l.Memory>>10, l.Output)}
	if l.Time > 0 {
		words = append(words, fmt.Sprintf("%v of cpu time", l.Time))
	}
	if l.Wall > 0 {
		words = append(words, fmt.Sprintf("%v of wall time", l.Wall))
	}
	return strings.Join(words, ", ")
}
