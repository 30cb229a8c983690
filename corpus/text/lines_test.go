package text

import (
	"bufio"
	"errors"
	"io"
	"slices"
	"strings"
	"testing"
	"testing/iotest"
)

// TestSplit splits streams that come in pieces of several sizes, and compares the
// lines and the error after them.
func TestSplit(t *testing.T) {
	long := strings.Repeat("x", longMemory)
	unplugged := errors.New("unplugged")
	for name, c := range map[string]struct {
		text string
		end  error // the error after the text
		want []string
		err  string
	}{
		"empty":                   {"", io.EOF, nil, "EOF"},
		"line ends":               {"a\nb\r\n\r\n\nc\r\n", io.EOF, []string{"a", "b", "", "", "c"}, "EOF"},
		"no last line end":        {"a\nb", io.EOF, []string{"a", "b"}, "EOF"},
		"lines beyond the buffer": {long[:100_000] + "\n" + long[:70_000] + "\nb\n", io.EOF, []string{long[:100_000], long[:70_000], "b"}, "EOF"},
		"the longest line":        {"a\n" + long + "\r\nb\n", io.EOF, []string{"a", long, "b"}, "EOF"},
		"a longer line":           {"a\n" + long + "xx\nb\n", io.EOF, []string{"a"}, ":2:1048577: a line longer than 1 MiB"},
		"failure between lines":   {"a\n", unplugged, []string{"a"}, ":2:1: reading failed: unplugged"},
		"failure within a line":   {"a\nb", unplugged, []string{"a"}, ":2:1: reading failed: unplugged"},
	} {
		text := func() io.Reader { return io.MultiReader(strings.NewReader(c.text), iotest.ErrReader(c.end)) }
		for _, in := range []io.Reader{text(), iotest.HalfReader(text()), iotest.DataErrReader(text())} {
			l := &Lines{content: bufio.NewReaderSize(in, bufferSize), longest: longMemory}
			var got []string
			line, err := l.Next()
			for ; err == nil; line, err = l.Next() {
				got = append(got, string(line))
			}
			if err.Error() != c.err {
				t.Errorf("%s: error %q, want %q", name, err, c.err)
			}
			if !slices.Equal(got, c.want) {
				t.Errorf("%s: other lines: %.20q, want %.20q", name, got, c.want)
			}
		}
	}
}

// TestSplitEndsWithoutProgress reads a stream that yields nothing and no error.
func TestSplitEndsWithoutProgress(t *testing.T) {
	_, err := (&Lines{content: bufio.NewReaderSize(idle{}, bufferSize), longest: longMemory}).Next()
	if want := ":1:1: reading failed: multiple Read calls return no data or error"; err == nil || err.Error() != want {
		t.Errorf("Next: error %v, want %s", err, want)
	}
}

type idle struct{}

func (idle) Read([]byte) (int, error) { return 0, nil }

// TestRefusals opens files that no reader of this project unpacks or parses. The error names what they are.
func TestRefusals(t *testing.T) {
	for start, kind := range map[string]string{
		"PK\x03\x04\x14\x00": "zip", "BZh91AY&SYab": "bzip2", "\xfd7zXZ\x00\x00\x04": "xz", "\x28\xb5\x2f\xfd\x04": "zstd",
		"7z\xbc\xaf\x27\x1c\x00": "7z", "<?xml version=\"1.0\"?>\n<opensudoku>\n": "XML", "<!DOCTYPE html>\r\n": "HTML",
		"\xef\xbb\xbf<table>  \n": "HTML",
	} {
		_, err := NewLines(strings.NewReader(start), longMemory).Next()
		if err == nil || !strings.Contains(err.Error(), kind) {
			t.Errorf("%q: error %v, want one that names %s", start, err, kind)
		}
	}
	for _, start := range []string{"P", "PK", "BZh91AY", "BZh and so on", "<", "< >x", "<a b"} {
		line, err := NewLines(strings.NewReader(start), longMemory).Next()
		if err != nil || string(line) != start {
			t.Errorf("%q: %q, error %v", start, line, err)
		}
	}
}
