package ranking

import (
	"fmt"
	"path/filepath"
	"slices"
	"strings"

	"gridjudge/harness/results"
)

// Class has results whose samples may be pooled (results.Manifest.Apart).
type Class struct {
	Number  int // from 1; 0 if there is no other class
	members []member
}

// member has the measured results of one origin of a run; of a bare file, which has no origins, all of its results.
type member struct {
	run      *results.Run
	origin   int
	manifest *results.Manifest // nil of a bare file
}

// has reports whether a result of the run belongs to the member.
func (m member) has(r *results.Result) bool {
	unmeasured := m.manifest != nil && r.Accepted() && len(r.Samples) == 0 // the pass that judged it is no sample
	return r.Origin == m.origin && !unmeasured
}

// Classes divides runs by their origins into classes, in their order.
func Classes(runs []*results.Run) []*Class {
	var all []*Class
	for _, run := range runs {
		for _, m := range membersOf(run) {
			at := slices.IndexFunc(all, func(c *Class) bool { // the samples of each two members may be pooled
				return !slices.ContainsFunc(c.members, func(other member) bool { return m.manifest.Apart(other.manifest) != "" })
			})
			if at < 0 {
				at = len(all)
				all = append(all, &Class{})
			}
			all[at].members = append(all[at].members, m)
		}
	}
	for i, c := range all {
		if len(all) > 1 {
			c.Number = i + 1
		}
	}
	return all
}

// membersOf returns a member for each origin of a run that has results.
func membersOf(run *results.Run) (all []member) {
	origins := run.Origins
	if len(origins) == 0 {
		origins = []*results.Manifest{nil}
	}
	for i, manifest := range origins {
		if m := (member{run, i, manifest}); slices.ContainsFunc(run.Results, m.has) {
			all = append(all, m)
		}
	}
	return all
}

// Runs lists the runs of the class.
func (c *Class) Runs() (runs []*results.Run) {
	for _, m := range c.members {
		runs = append(runs, m.run)
	}
	return slices.Compact(runs) // the members of a run follow each other
}

// Label joins the names of the runs of the pool.
func (p *Pool) Label() string {
	var names []string
	for _, run := range p.Runs {
		names = append(names, filepath.Base(run.Label)+run.Part)
	}
	return strings.Join(names, "+")
}

// Name returns a name with the number of the class: "dlx [2]". Without a class (nil) it is the name alone.
func (c *Class) Name(name string) string {
	if c == nil || c.Number == 0 {
		return name
	}
	return fmt.Sprintf("%s [%d]", name, c.Number)
}

// Legend returns a line for each run of a numbered class.
func (c *Class) Legend() (lines []string) {
	if c == nil || c.Number == 0 {
		return nil
	}
	for _, run := range c.Runs() {
		lines = append(lines, fmt.Sprintf("[%d] %s", c.Number, run.Provenance()))
	}
	return lines
}

// Legend explains the numbers of classes, with one line per run, and says why each class is not pooled with those before
// it. It is empty if there is one class.
func Legend(classes []*Class) (lines []string) {
	for i, c := range classes {
		lines = append(lines, c.Legend()...)
		if why := c.apart(classes[:i]); len(why) > 0 {
			lines = append(lines, fmt.Sprintf("[%d] has ratios of its own, because its samples cannot be pooled with those before: %s.",
				c.Number, strings.Join(why, "; ")))
		}
	}
	return lines
}

// apart lists the reasons why a class is not one with others, each once.
func (c *Class) apart(others []*Class) (why []string) {
	for _, m := range c.members {
		for _, other := range others {
			for _, o := range other.members {
				if reason := m.manifest.Apart(o.manifest); reason != "" {
					why = results.With(why, reason)
				}
			}
		}
	}
	return why
}

// Each calls visit with every result of the class, in the order of each run: the sets of a merged run are in the order of
// its plan, not shard by shard.
func (c *Class) Each(visit func(run *results.Run, r *results.Result)) {
	for _, run := range c.Runs() {
		for _, r := range run.Results {
			if slices.ContainsFunc(c.members, func(m member) bool { return m.run == run && m.has(r) }) {
				visit(run, r)
			}
		}
	}
}
