package covers

import (
	"fmt"
	"io"
	"math/rand/v2"
	"slices"

	"gridjudge/corpus/cases"
	"gridjudge/solvers"
)

// List is a list of matrices of one problem.
type List struct {
	Format *Format
	Cases  []Case
}

// Len returns the number of cases.
func (l *List) Len() int { return len(l.Cases) }

// About returns the numbers of options and items.
func (l *List) About() string {
	options := cases.Range(len(l.Cases), func(i int) int { return l.Cases[i].Options() })
	items := cases.Range(len(l.Cases), func(i int) int { return l.Cases[i].Items() })
	return fmt.Sprintf("%s %ss, %s %ss", options, l.Format.option, items, l.Format.item)
}

// Line returns the line of the file in which case i starts.
func (l *List) Line(i int) int { return l.Cases[i].Line }

// Certificate returns what is known about the number of covers of case i.
func (l *List) Certificate(i int) cases.Certificate { return l.Cases[i].Solutions }

// Certify sets what is known about the number of covers of case i.
func (l *List) Certify(i int, known cases.Certificate) { l.Cases[i].Solutions = known }

// WhyNot says why a built-in solver does not take the cases: it must take colours if a case has any.
func (l *List) WhyNot(spec *solvers.Spec) string {
	if spec.Colors || !slices.ContainsFunc(l.Cases, func(c Case) bool { return c.Colored() }) {
		return ""
	}
	return solvers.Colored.String()
}

// Slice returns the cases from from to to-1.
func (l *List) Slice(from, to int) cases.Cases { return &List{l.Format, l.Cases[from:to]} }

// AppendTo returns list with copies of the cases.
func (l *List) AppendTo(list cases.Cases) cases.Cases {
	if list == nil {
		list = &List{Format: l.Format}
	}
	to := list.(*List)
	for i := range l.Cases {
		c := l.Cases[i]
		c.Matrix, c.Names, c.ColorNames = solvers.Matrix{}, slices.Clone(c.Names), slices.Clone(c.ColorNames)
		c.Set(&l.Cases[i].Matrix)
		to.Cases = append(to.Cases, c)
	}
	return to
}

// Permute returns disguised copies of the chosen matrices. A copy has as many covers as the original, but it looks
// different:
//   - The items have other numbers, chosen at random. Primary items stay primary.
//   - The options are shuffled, and so are the items within each option.
//   - The colours of each item are rotated. If the matrix has the colours 1 to m, they are rotated by one for item 0,
//     by two for item 1, and so on. For example, if m is 3, the colours 1, 2, 3 become 2, 3, 1 for item 0, and 3, 1, 2
//     for item 1.
func (l *List) Permute(r *rand.Rand, chosen []int) cases.Cases {
	permuted := &List{Format: l.Format, Cases: make([]Case, len(chosen))}
	for i, number := range chosen {
		c, p := &l.Cases[number], &permuted.Cases[i]
		p.Primary, p.Secondary, p.Solutions = c.Primary, c.Secondary, c.Solutions
		name := r.Perm(c.Primary)
		for _, second := range r.Perm(c.Secondary) {
			name = append(name, c.Primary+second)
		}
		most := slices.Max(append([]int32{0}, c.Colors...))
		for _, o := range r.Perm(c.Options()) {
			p.AddColored(c.Option(o), c.ColorsOf(o))
			option, colors := p.Option(p.Options()-1), p.ColorsOf(p.Options()-1)
			for j, item := range option {
				option[j] = int32(name[item])
				if c.ColorOf(o, j) > 0 {
					colors[j] = (colors[j]+item)%most + 1
				}
			}
			r.Shuffle(len(option), func(a, b int) {
				option[a], option[b] = option[b], option[a]
				if colors != nil {
					colors[a], colors[b] = colors[b], colors[a]
				}
			})
		}
	}
	return permuted
}

// Loose returns a matrix of two options with the same single item. Each of them is a cover.
func (l *List) Loose() cases.Cases {
	loose := &List{Format: l.Format, Cases: make([]Case, 1)}
	loose.Cases[0].Primary = 1
	loose.Cases[0].Add([]int32{0})
	loose.Cases[0].Add([]int32{0})
	return loose
}

// Input writes the matrices in the layout of the problem, whatever file they were read from.
func (l *List) Input(w io.Writer) error {
	out := newInputWriter(w)
	for i := range l.Cases {
		if err := out.write(&l.Cases[i], l.Format.own, i > 0); err != nil {
			return fmt.Errorf("case %d: %w", i+1, err)
		}
	}
	return out.Flush()
}

// digits returns the number of digits of n.
func digits(n int) int64 { return int64(len(fmt.Sprint(n))) }

// OutputSize returns a length that no right output exceeds. The longest answers have all options that can be in a
// cover.
func (l *List) OutputSize() (size int64) {
	for i := range l.Cases {
		options := l.Cases[i].Options()
		rows := int64(min(options, l.Cases[i].Primary) + 1)
		size += max(int64(len(l.Format.yes+l.Format.no))+1, rows*(digits(options)+1))
		if l.Format.count {
			size += 40 // a number of 64 bits and a fingerprint
		}
	}
	return size
}
