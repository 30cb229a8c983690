package program

import (
	"fmt"
	"strconv"
	"strings"
	"unicode/utf8"

	"github.com/kballard/go-shellquote"

	"gridjudge/harness/sandbox"
)

// describe writes every fact of a run for people, one fact per line.
func (r *Record) describe(b *strings.Builder) {
	v, reason := r.Verdict()
	f := &r.Facts
	line := func(name, format string, args ...any) {
		text := strings.TrimRight(fmt.Sprintf(format, args...), "\n")
		// What has several lines stays in its column.
		fmt.Fprintf(b, "%-12s %s\n", name, strings.ReplaceAll(text, "\n", "\n"+strings.Repeat(" ", 13)))
	}
	line("verdict", "%s, %s", v, v.Long())
	if reason != "" {
		line("reason", "%s", reason)
	}
	line("contestant", "%s", r.Contestant)
	line("command", "%s", shellquote.Join(r.Command...))
	line("input", "%d of %s, in the format of %s", r.Cases, r.Set, r.Problem)
	line("limits", "%s", strings.TrimPrefix(limitsInWords(r.Limits), "limits "))
	switch {
	case f.JudgeError != "" || f.BuildFailed != "":
	case !f.Ran:
		line("started", "no: %s", f.NotStarted)
	default:
		line("ended", "%s", Ending(f.Exit, f.Signal))
		if f.Killed != sandbox.NotKilled {
			line("killed for", "%s", f.Killed)
		}
		line("cpu", "%v (user %v, system %v)", f.CPU, r.User, r.System)
		line("wall", "%v", f.Wall)
		line("peak memory", "%d KiB resident", f.PeakRSS>>10)
		line("output", "%d bytes", f.Output)
		line("answers", "%d of %d right", f.Finding.Passed, r.Cases)
		line("left behind", "%d processes", r.Left)
		line("stderr", "%d bytes", r.StderrBytes)
		if r.Stderr != "" {
			line("", "%s", Printable(r.Stderr))
		}
	}
}

// Ending returns how a process ended: the name of a signal, or "exit N".
func Ending(exit int, signal string) string {
	if signal != "" {
		return signal
	}
	return fmt.Sprintf("exit %d", exit)
}

// Printable returns text line by line, quoted if it has characters that a terminal would
// obey or could not show.
func Printable(text string) string {
	var b strings.Builder
	for line := range strings.Lines(text) {
		bare := strings.TrimSuffix(line, "\n")
		end := line[len(bare):]
		if strings.ContainsFunc(bare, func(r rune) bool { return r != '\t' && !strconv.IsPrint(r) }) || !utf8.ValidString(bare) {
			bare = strconv.Quote(bare)
		}
		b.WriteString(bare + end)
	}
	return b.String()
}
