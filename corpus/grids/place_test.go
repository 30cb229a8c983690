package grids

import (
	"bytes"
	"fmt"
	"math/rand/v2"
	"slices"
	"strings"
	"testing"

	"gridjudge/corpus/cases"
	"gridjudge/corpus/text"
	"gridjudge/solvers"
)

// pattern returns a puzzle with few empty cells, and its only solution.
func pattern(size int) (puzzle, answer solvers.Grid) {
	answer = solvers.NewGrid(size)
	box := solvers.Box(size)
	for i := range answer {
		answer[i] = uint8((i/size*box+i/size/box+i%size)%size + 1)
	}
	puzzle = slices.Clone(answer)
	for i := range size {
		puzzle[i] = 0 // their columns determine them
	}
	return puzzle, answer
}

// TestTheFirstCharacterThatDiffersIsThePlace changes cells of right answers. The place is the first character that
// differs from the only solution, even if the rules show the error elsewhere. The reason says what was expected
// there, even if nothing is certified.
func TestTheFirstCharacterThatDiffersIsThePlace(t *testing.T) {
	r := rand.New(rand.NewPCG(1, 2))
	for _, f := range formats {
		puzzle, answer := pattern(f.Size)
		blank := slices.Repeat(solvers.Grid{0}, f.Size)
		for range 20 {
			wrong := slices.Clone(answer)
			for range 1 + r.IntN(3) {
				i := r.IntN(len(wrong))
				wrong[i] = wrong[i]%uint8(f.Size) + 1
			}
			if slices.Equal(wrong, answer) {
				continue
			}
			cell := differs(answer, wrong)
			for _, known := range []cases.Certificate{{}, cases.One} {
				for _, stored := range []solvers.Grid{nil, answer} {
					found := compareGrid(t, f, Case{Puzzle: puzzle, Answer: stored, Solutions: known}, wrong)
					at := placeOf(f, cell)
					if got := (text.Place{Line: found.Line, Column: found.Column}); got != at {
						t.Errorf("%s, %v: %v, want the place %v", f.Name, known, found, at)
					}
					symbols := newSymbols(f.Size, 0)
					if want := fmt.Sprintf("expected %c, got %c", symbols[answer[cell]], symbols[wrong[cell]]); !strings.Contains(found.Reason, want) {
						t.Errorf("%s, %v: %v, want %q in it", f.Name, known, found, want)
					}
				}
			}
		}
		// If there are several solutions, the answer may begin like any of them. Only a digit that none of them has
		// there is wrong.
		two := slices.Concat(blank, blank, puzzle[2*f.Size:])
		wrong := slices.Concat(answer[f.Size:2*f.Size], answer[f.Size:])
		found := compareGrid(t, f, Case{Puzzle: two, Answer: answer}, wrong)
		if n, decided := solvers.Count(two, 2, proofBudget); n != 2 || !decided {
			t.Fatalf("%s: %d solutions, want 2", f.Name, n)
		}
		if got, want := (text.Place{Line: found.Line, Column: found.Column}), placeOf(f, f.Size); got != want {
			t.Errorf("%s: %q: %v, want the place %v", f.Name, found.Match, found, want)
		}
	}
}

// compareGrid checks one answer.
func compareGrid(t *testing.T, f *Format, c Case, answer solvers.Grid) cases.Finding {
	t.Helper()
	var b bytes.Buffer
	w := f.NewGridWriter(&b)
	must(t, w.Write(answer))
	must(t, w.Close())
	return compare(t, f, []Case{c}, b.Bytes(), false)
}

// placeOf returns where a problem writes a cell of its first answer.
func placeOf(f *Format, cell int) text.Place {
	at := text.Place{Line: 1 + strings.Count(f.out.before(0, 0, f.Size), "\n"), Column: 1}
	for i := 1; i <= cell; i++ {
		before := f.out.before(1, i, f.Size)
		if strings.Contains(before, "\n") {
			at.Line, at.Column = at.Line+strings.Count(before, "\n"), 1
			continue
		}
		at.Column += len(before) + 1
	}
	return at
}

// TestTheLineOfAnotherLengthIsNamed shortens and lengthens each line of right outputs by one character. The reason
// names the line, even if the answer in it is right by chance and the next answer is the first wrong one.
func TestTheLineOfAnotherLengthIsNamed(t *testing.T) {
	tried := 0
	for _, f := range formats {
		puzzle, answer := pattern(f.Size)
		list := slices.Repeat([]Case{{Puzzle: puzzle, Answer: answer, Solutions: cases.One}}, 4)
		lines := strings.SplitAfter(canonical(t, f, list), "\n")
		for i, line := range lines {
			bare := strings.TrimSpace(line)
			if i >= len(lines)-2-f.Size || bare == "" || bare == "end" || bare == dashes || isHeading([]byte(bare)) { // in the last answer, the output would end too early
				continue
			}
			short := strings.TrimRight(bare[:len(bare)-1], " ")
			for want, changed := range map[string]string{
				fmt.Sprintf("line %d ends after %d characters", i+1, len(short)):   short,
				fmt.Sprintf("line %d goes on after %d characters", i+1, len(bare)): bare + bare[len(bare)-1:],
			} {
				output := strings.Join(slices.Concat(lines[:i], []string{changed + "\n"}, lines[i+1:]), "")
				if found := compare(t, f, list, []byte(output), false); found.Match != cases.Wrong || !strings.Contains(found.Reason, want) {
					t.Errorf("%s: %q: %v, want %q in it", f.Name, found.Match, found, want)
				}
				tried++
			}
		}
		if f.out.before(1, 0, f.Size) != strings.Repeat("\n", len(f.out.before(1, 0, f.Size))) {
			continue // there are words between the answers
		}
		// If a program writes all lines differently, the reason does not say that the first one is short.
		rows := slices.Concat(list, list)
		text := strings.Join(strings.Fields(canonical(t, f, rows)), "")
		text = strings.TrimSuffix(text, "end")
		cells := f.Size * f.Size
		wrong := text[:4*cells] + text[4*cells+1:4*cells+2] + text[4*cells:4*cells+1] + text[4*cells+2:]
		if found := compare(t, f, rows, []byte(wrong), false); found.Case != 5 || strings.Contains(found.Reason, "; line ") {
			t.Errorf("%s: %v, want nothing about lines", f.Name, found)
		}
	}
	if tried < 8 {
		t.Errorf("%d lines tried", tried)
	}
}
