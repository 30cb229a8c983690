package program

import (
	"bufio"
	"errors"
	"fmt"
	"io"
	"time"

	"github.com/kballard/go-shellquote"

	"gridjudge/corpus/cases"
	"gridjudge/harness/sandbox"
	"gridjudge/harness/testset"
)

// Replay writes a shell script with which the user can repeat what Judge does. The script runs the program on case n of
// the set, or on all cases if n is 0. The program gets the same inputs, environment and command line, and works in a
// fresh directory. As in Judge, one process gets all cases, or each case gets a process of its own.
//
// The script sets the limits that a shell can set, such as cpu time and address space. It does not watch memory, output
// and processes as Judge does; a comment in the script warns that memory and output are not limited.
func (p *Program) Replay(w io.Writer, set *testset.TestSet, all cases.Cases, n int, o Options) error {
	blocks, perCase := []cases.Cases{all}, p.runsPerCase(set, o)
	if n > 0 {
		blocks[0] = all.Slice(n-1, n)
	} else if perCase {
		blocks = nil
		for i := range all.Len() {
			blocks = append(blocks, all.Slice(i, i+1))
		}
	}
	b := bufio.NewWriter(w)
	for i, block := range blocks {
		t, err := p.firstTask(set, block, o)
		if err != nil {
			return err
		}
		if i == 0 {
			p.replayHead(b, t, testset.CaseName(set.Name, "", n, 0), perCase)
			if n > 0 && !perCase && all.Len() > 1 {
				fmt.Fprintf(b, "# It has case %d alone: a fault that needs the cases before it shows only in the script of all cases, without #%[1]d.\n", n)
			}
		}
		// No input has this line, because no layout has a colon in a word.
		const end = "end:of:the:input"
		fmt.Fprintf(b, "cat >../input <<'%s'\n", end)
		_, err = io.Copy(b, t.input)
		fmt.Fprintf(b, "%s\nprogram\n", end)
		if err = errors.Join(err, t.input.Close()); err != nil {
			return err
		}
	}
	return b.Flush()
}

// replayHead writes what comes before the inputs: the limits, the folders and the function that runs the program.
func (p *Program) replayHead(w io.Writer, t *task, name string, perCase bool) {
	write := func(format string, args ...any) { fmt.Fprintf(w, format+"\n", args...) }
	each := ""
	if perCase {
		each = " of a process, which gets one case"
	}
	write("#!/bin/sh\n# %s on %s, in the format of %s: limits%s %s.", p.Name, name, t.problem.Name, each, limitsInWords(t.limits))
	write("# Memory and output are not limited here. Wall time is limited where there is a command timeout, which then ends with status 124.")
	write("limit=\nfolder=$(mktemp -d) || exit\ntrap 'cd / && rm -rf \"$folder\"' EXIT\ntrap exit HUP INT TERM")
	write("mkdir \"$folder/work\" && cd \"$folder/work\" || exit\nulimit -c 0\nulimit -S -s 8192")
	if t.kill.CPU > 0 {
		write("# The kernel ends the program later than judge does, as a backstop.")
		write("ulimit -t %d", int64(t.kill.Backstop()/time.Second))
	}
	if t.kill.AddressSpace > 0 {
		write("ulimit -v %d", t.kill.AddressSpace>>10)
	}
	if t.kill.Wall > 0 {
		write("command -v timeout >/dev/null && limit='timeout %gs'", t.kill.Wall.Seconds())
	}
	command := shellquote.Join(p.commandLine(t.problem)...)
	write("program() {\n\tenv -i PATH=\"$PATH\" HOME=\"$PWD\" TMPDIR=\"$PWD\" %s=\"$PWD/counters.txt\" LC_ALL=C LSAN_OPTIONS=detect_leaks=0 \\\n\t\t$limit %s <../input\n}", sandbox.CountersVariable, command)
}
