package ranking

import (
	"fmt"
	"slices"
	"strings"

	"gridjudge/harness/results"
)

// Class is a set of results whose samples may be pooled (results.Manifest.Apart).
type Class struct {
	Number  int // from 1; 0 if there is only one class
	members []member
}

// member stands for the measured results of one origin of a run, that is, of one shard if the run was merged from
// shards. A bare file does not have origins, so all its results belong to one member.
type member struct {
	run      *results.Run
	origin   int
	manifest *results.Manifest // nil for a bare file
}

// has reports whether a result of the run belongs to the member.
func (m member) has(r *results.Result) bool {
	unmeasured := m.manifest != nil && r.Accepted() && len(r.Samples) == 0 // a judged pass is not a sample
	return r.Origin == m.origin && !unmeasured
}

// Classes divides the results of runs into classes. The members of a run are assigned one by one, so shards of a merged
// run may end up in different classes. Each member goes to the first class in which it may be pooled with all members.
func Classes(runs []*results.Run) []*Class {
	var all []*Class
	for _, run := range runs {
		for _, m := range membersOf(run) {
			at := slices.IndexFunc(all, func(c *Class) bool { // samples of any two members may be pooled
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

// Label returns the names of the runs of the pool, with "+" between them.
func (p *Pool) Label() string {
	var names []string
	for _, run := range p.Runs {
		names = append(names, run.Name())
	}
	return strings.Join(names, "+")
}

// Name appends the number of the class to a name: "dlx [2]". If there is only one class, or none (nil), it returns the
// name alone.
func (c *Class) Name(name string) string {
	if c == nil || c.Number == 0 {
		return name
	}
	return fmt.Sprintf("%s [%d]", name, c.Number)
}

// Legend returns a line for each run of the class, with the number of the class, if there are several classes.
func (c *Class) Legend() (lines []string) {
	if c == nil || c.Number == 0 {
		return nil
	}
	for _, run := range c.Runs() {
		part := *run // its shards of the other classes are of other machines or builds
		part.Origins = nil
		for _, m := range c.members {
			if m.run == run && m.manifest != nil {
				part.Origins = append(part.Origins, m.manifest)
			}
		}
		lines = append(lines, fmt.Sprintf("[%d] %s", c.Number, part.Provenance()))
	}
	return lines
}

// Legend explains the numbers of classes for readers of a table. It has a line for each run, and it says why the
// samples of a class cannot be pooled with the classes before it. It is empty if there is only one class.
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

// apart lists the reasons why the samples of a class must not be pooled with other classes, each reason once.
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

// Each calls visit with every result of the class, in the order of each run. The results of a merged run are in the
// order of its plan, because going member by member would sort them by shards.
func (c *Class) Each(visit func(run *results.Run, r *results.Result)) {
	for _, run := range c.Runs() {
		for _, r := range run.Results {
			if slices.ContainsFunc(c.members, func(m member) bool { return m.run == run && m.has(r) }) {
				visit(run, r)
			}
		}
	}
}
