package covers

import "fmt"

// chosen collects the options of an answer, one after another, and what they cover. The numbers of options count from
// 1.
type chosen struct {
	format  *Format
	k       *Case
	by      []int // for each item, the first option that has it; 0 if none does
	colors  []int32
	options int // how many options were chosen
	covered int // how many primary items they cover
}

// begin begins a new answer, which is about case k.
func (c *chosen) begin(k *Case) {
	if cap(c.by) < k.Items() {
		c.by, c.colors = make([]int, k.Items()), make([]int32, k.Items())
	}
	c.by, c.colors = c.by[:k.Items()], c.colors[:k.Items()]
	clear(c.by)
	c.k, c.options, c.covered = k, 0, 0
}

// add chooses an option. It returns what is wrong with the choice, or "".
func (c *chosen) add(number int) string {
	if number < 1 || number > c.k.Options() {
		return fmt.Sprintf("there is no %s %d: the %ss are 1 to %d", c.format.option, number, c.format.option, c.k.Options())
	}
	by, primary := c.by, 0
	for n, i := range c.k.Option(number - 1) {
		color := c.k.ColorOf(number-1, n)
		switch other := by[i]; {
		case other == 0:
			by[i], c.colors[i] = number, color
		case other == number:
			return fmt.Sprintf("%s %d is chosen twice", c.format.option, number)
		case color == 0 && c.colors[i] == 0:
			return fmt.Sprintf("%ss %d and %d both have %s %s", c.format.option, other, number, c.format.item, c.k.nameOf(i))
		case color != c.colors[i]:
			return fmt.Sprintf("%ss %d and %d disagree in %s and %s", c.format.option, other, number, c.k.painted(i, c.colors[i]), c.k.painted(i, color))
		}
		if int(i) < c.k.Primary {
			primary++
		}
	}
	if primary == 0 {
		return fmt.Sprintf("%s %d is in no cover: it has no %s that must be covered", c.format.option, number, c.format.item)
	}
	c.covered += primary
	c.options++
	return ""
}

// complete reports whether the options are a cover.
func (c *chosen) complete() bool { return c.covered == c.k.Primary }

// open names the first primary item that no chosen option covers.
func (c *chosen) open() string {
	for i, by := range c.by[:c.k.Primary] {
		if by == 0 {
			return fmt.Sprintf("no chosen %s has %s %s", c.format.option, c.format.item, c.k.nameOf(int32(i)))
		}
	}
	return ""
}
