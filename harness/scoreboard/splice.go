package scoreboard

import (
	"bytes"
	"fmt"
	"os"
	"strings"

	"github.com/kballard/go-shellquote"

	"gridjudge/harness/results"
)

// The markers of a table in a document.
const (
	spliceBegin = "<!-- table:"
	spliceEnd   = "<!-- end of table -->"
)

// Splice rewrites every table of a document. table makes the text of a table from the arguments in its marker, which
// may take several lines. A document with an error stays as it is.
func Splice(path string, table func(arguments []string) ([]byte, error)) error {
	document, err := os.ReadFile(path)
	if err != nil {
		return err
	}
	var out bytes.Buffer
	found, line, begun := 0, 0, 0
	var open int      // line of the marker whose table is being replaced; 0 outside of a table
	var marker string // the lines of a marker that has not ended
	for text := range strings.Lines(string(document)) {
		line++
		if marker == "" {
			begun = line
		}
		marker += text
		arguments, begins := strings.CutPrefix(marker, spliceBegin)
		if begins && !strings.HasSuffix(strings.TrimSpace(marker), "-->") {
			continue
		}
		text, marker = marker, ""
		switch {
		case begins && open > 0:
			return fmt.Errorf("%s:%d:1: a table begins where the one of line %d has not ended (%s)", path, line, open, spliceEnd)
		case begins:
			words, err := shellquote.Split(strings.TrimSuffix(strings.TrimSpace(arguments), "-->"))
			if err != nil {
				return fmt.Errorf("%s:%d:1: the marker's arguments: %w", path, line, err)
			}
			made, err := table(words)
			if err != nil {
				return fmt.Errorf("%s:%d:1: %w", path, line, err)
			}
			fmt.Fprintf(&out, "%s\n%s\n", text, made)
			open, found = line, found+1
		case strings.TrimSpace(text) == spliceEnd:
			if open == 0 {
				return fmt.Errorf("%s:%d:1: a table ends that has not begun (%s ... -->)", path, line, spliceBegin)
			}
			open = 0
			out.WriteString(text)
		case open == 0:
			out.WriteString(text)
		}
	}
	switch {
	case marker != "":
		return fmt.Errorf("%s:%d:1: the marker of a table has no end (-->)", path, begun)
	case open > 0:
		return fmt.Errorf("%s:%d:1: the table has no end (%s)", path, open, spliceEnd)
	case found == 0:
		return fmt.Errorf("%s: no line begins with %q", path, spliceBegin)
	}
	return results.WriteFile(path, out.Bytes())
}
