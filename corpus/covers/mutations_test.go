package covers_test

import (
	"bytes"
	"flag"
	"fmt"
	"math/bits"
	"math/rand/v2"
	"slices"
	"strconv"
	"strings"
	"testing"

	"gridjudge/corpus/cases"
	"gridjudge/corpus/covers"
	"gridjudge/solvers/solverstest"
)

var mutations = flag.Int("mutations", 20_000, "number of mutated outputs on which the checker and an independent one must agree")

// plain is a case as the independent checker knows it: options are bit sets of items.
type plain struct {
	primary int
	options []uint64
	covers  [][]int // the rows of every cover, from 1
}

// enumerate tries every set of options.
func enumerate(c *covers.Case) plain {
	p := plain{primary: c.Primary}
	for _, option := range c.All() {
		var items uint64
		for _, item := range option {
			items |= 1 << item
		}
		p.options = append(p.options, items)
	}
	for chosen := range 1 << len(p.options) {
		var rows []int
		for o := range p.options {
			if chosen>>o&1 == 1 {
				rows = append(rows, o+1)
			}
		}
		if p.isCover(rows) {
			p.covers = append(p.covers, rows)
		}
	}
	return p
}

// isCover reports whether rows are a cover: they have each primary item once, and each other item at most once.
func (p *plain) isCover(rows []int) bool {
	var union uint64
	size, needed := 0, uint64(1)<<p.primary-1
	for _, row := range rows {
		if row < 1 || row > len(p.options) || p.options[row-1]&needed == 0 {
			return false
		}
		union |= p.options[row-1]
		size += bits.OnesCount64(p.options[row-1])
	}
	return union&needed == needed && bits.OnesCount64(union) == size
}

// take returns the words of one answer and the words after it. ok says whether the answer is right.
func (p *plain) take(problem string, words []string) (answer, rest []string, ok bool) {
	has := func(n int) bool { return len(words) >= n }
	// sentence returns how many words make up the text. They are fewer than the words of the text if blanks between
	// them are missing.
	sentence := func(text string) int {
		for n := 1; has(n); n++ {
			at := text
			for _, word := range words[:n] {
				whole := false
				for to := range len(at) + 1 {
					if to == len(at) || at[to] == ' ' {
						if strings.ReplaceAll(at[:to], " ", "") == word {
							at, whole = strings.TrimPrefix(at[to:], " "), true
							break
						}
					}
				}
				if !whole {
					return 0
				}
			}
			if at == "" {
				return n
			}
		}
		return 0
	}
	number := func(word string) int {
		n, err := strconv.Atoi(word)
		if err != nil || strings.ContainsAny(word, "+-") {
			return -1
		}
		return n
	}
	rows := func(words []string) (rows []int) {
		for _, word := range words {
			rows = append(rows, number(word))
		}
		return rows
	}
	for text, right := range map[string]bool{
		"hust1017 NO": len(p.covers) == 0, "luogu4929 No Solution!": len(p.covers) == 0,
		"poj3740 It is impossible": len(p.covers) == 0, "poj3740 Yes, I found it": len(p.covers) > 0,
	} {
		of, text, _ := strings.Cut(text, " ")
		if n := sentence(text); of == problem && n > 0 {
			return strings.Fields(text), words[n:], right
		}
	}
	switch {
	case problem == "xc" && has(1):
		count, fingerprint, with := strings.Cut(words[0], ":")
		if with && !strings.EqualFold(fingerprint, p.fingerprint()) {
			return nil, nil, false
		}
		return words[:1], words[1:], number(count) == len(p.covers)
	case problem == "hust1017" && has(1):
		k := number(words[0])
		if k < 0 || !has(1+k) {
			return nil, nil, false
		}
		return words[:1+k], words[1+k:], p.isCover(rows(words[1 : 1+k]))
	case problem == "luogu4929":
		for n := range words {
			if p.isCover(rows(words[:n+1])) {
				return words[:n+1], words[n+1:], true
			}
		}
	}
	return nil, nil, false
}

// fingerprint computes the fingerprint directly from its definition.
func (p *plain) fingerprint() string {
	var sum uint64
	for _, rows := range p.covers {
		hash := uint64(14695981039346656037)
		for _, c := range []byte(strings.Trim(fmt.Sprint(rows), "[]")) {
			hash = (hash ^ uint64(c)) * 1099511628211
		}
		sum += hash
	}
	return fmt.Sprintf("%016x", sum)
}

func isSpace(r rune) bool { return strings.ContainsRune(" \t\n\v\f\r", r) }

// judge is the independent checker: it splits the whole output into words, and compares the white space of a copy that
// it writes itself.
func judge(problem string, list []plain, output string) cases.Match {
	words := strings.FieldsFunc(output, isSpace)
	var canonical []string
	for i := range list {
		answer, rest, ok := list[i].take(problem, words)
		if !ok {
			return cases.Wrong
		}
		canonical = append(canonical, strings.Join(answer, " "))
		words = rest
	}
	if len(words) > 0 {
		return cases.Wrong
	}
	lines := strings.Split(output, "\n")
	for i := range lines {
		lines[i] = strings.TrimRight(lines[i], " \t\r")
	}
	if strings.TrimRight(strings.Join(lines, "\n"), "\n") != strings.Join(canonical, "\n") {
		return cases.WhitespaceOnly
	}
	return cases.Right
}

// rightOutput returns a right output, with a random cover for each case.
func rightOutput(problem string, list []plain, r *rand.Rand) string {
	var b strings.Builder
	for i := range list {
		p := &list[i]
		rows := []int(nil)
		if len(p.covers) > 0 {
			rows = slices.Clone(p.covers[r.IntN(len(p.covers))])
			r.Shuffle(len(rows), func(i, j int) { rows[i], rows[j] = rows[j], rows[i] })
		}
		text := strings.Trim(fmt.Sprint(rows), "[]")
		switch {
		case problem == "xc" && r.IntN(2) == 0:
			text = fmt.Sprintf("%d:%s", len(p.covers), p.fingerprint())
		case problem == "xc":
			text = fmt.Sprint(len(p.covers))
		case rows == nil:
			text = map[string]string{"hust1017": "NO", "luogu4929": "No Solution!", "poj3740": "It is impossible"}[problem]
		case problem == "poj3740":
			text = "Yes, I found it"
		case problem == "hust1017":
			text = fmt.Sprint(len(rows), " ", text)
		}
		b.WriteString(text + "\n")
	}
	return b.String()
}

// mutate changes an output in one or two places.
func mutate(output string, r *rand.Rand) string {
	for range 1 + r.IntN(2) {
		at := r.IntN(len(output) + 1)
		end := min(at+1+r.IntN(3), len(output))
		const alphabet = "0123456789 \n\t\r\v:-+NOYesoi,!abc"
		letter := string(alphabet[r.IntN(len(alphabet))])
		lines := strings.SplitAfter(output, "\n")
		i, j := r.IntN(len(lines)), r.IntN(len(lines))
		switch r.IntN(8) {
		case 0:
			output = output[:at] + output[end:]
		case 1:
			output = output[:at] + letter + output[at:]
		case 2:
			output = output[:at] + letter + output[end:]
		case 3:
			output = output[:at]
		case 4:
			lines[i], lines[j] = lines[j], lines[i]
			output = strings.Join(lines, "")
		case 5:
			lines[i] = lines[j]
			output = strings.Join(lines, "")
		case 6:
			output = strings.ReplaceAll(output, "\n", []string{" \n", "\r\n", " ", "\n\n"}[r.IntN(4)])
		default:
			words := strings.Split(output, " ")
			a, b := r.IntN(len(words)), r.IntN(len(words))
			words[a], words[b] = words[b], words[a]
			output = strings.Join(words, " ")
		}
	}
	return output
}

// TestMutatedOutputs changes right outputs, and compares the verdicts of the checker with the verdicts of an
// independent checker.
func TestMutatedOutputs(t *testing.T) {
	r := rand.New(rand.NewPCG(27, 1))
	formats := []*covers.Format{covers.HUST1017, covers.Luogu4929, covers.POJ3740, covers.XC}
	seen := map[cases.Match]int{}
	for n := 0; n < *mutations; {
		format := formats[r.IntN(len(formats))]
		list := &covers.List{Format: format}
		var plains []plain
		for len(list.Cases) < 1+r.IntN(4) {
			m := solverstest.RandomMatrix(r)
			if m.Options() > 10 || m.Items() > 60 || m.Primary == 0 || format != covers.XC && m.Secondary > 0 {
				continue
			}
			c := covers.Case{Matrix: *m}
			p := enumerate(&c)
			c.Solutions = cases.Certificate{N: uint64(len(p.covers)), Is: cases.Exactly}
			list.Cases, plains = append(list.Cases, c), append(plains, p)
		}
		right := rightOutput(format.Name, plains, r)
		if got := judge(format.Name, plains, right); got != cases.Right {
			t.Fatalf("%s: %q: the independent checker says %q, want %q", format.Name, right, got, cases.Right)
		}
		for range 50 {
			output := mutate(right, r)
			want := judge(format.Name, plains, output)
			checker := format.NewChecker(bytes.NewReader([]byte(output)), false)
			checker.Add(list, nil)
			got, err := checker.Finish()
			if err != nil {
				t.Fatalf("%s: %q: %v", format.Name, output, err)
			}
			if got.Match != want {
				t.Fatalf("%s: %q, want %q: %v: %q, from %q of %v",
					format.Name, got.Match, want, got, output, right, plains)
			}
			seen[want]++
			n++
		}
	}
	for _, match := range []cases.Match{cases.Right, cases.WhitespaceOnly, cases.Wrong} {
		if seen[match] <= *mutations/100 {
			t.Errorf("%s: %d outputs, want more than %d", match, seen[match], *mutations/100)
		}
	}
	t.Log(seen)
}
