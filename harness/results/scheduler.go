package results

import (
	"fmt"
	"strconv"
	"strings"
)

// scheduler is a program that starts the same command many times and numbers the starts in a variable.
type scheduler struct {
	name, variable string
	first          int    // the number of the first start
	size           string // the variable with the number of all starts; empty: there is none
}

var schedulers = []scheduler{
	{"Slurm", "SLURM_ARRAY_TASK_ID", 1, "SLURM_ARRAY_TASK_COUNT"},
	{"Kubernetes", "JOB_COMPLETION_INDEX", 0, ""},
	{"GitLab", "CI_NODE_INDEX", 1, "CI_NODE_TOTAL"},
	{"GNU parallel", "PARALLEL_SEQ", 1, ""},
}

// auto returns the shard of N that a scheduler has started.
func auto(of int, lookup func(string) (string, bool)) (Shard, error) {
	var found []scheduler
	var names, set []string
	for _, s := range schedulers {
		names = append(names, s.variable)
		if value, ok := lookup(s.variable); ok && value != "" {
			found = append(found, s)
			set = append(set, s.variable+"="+value)
		}
	}
	switch len(found) {
	case 0:
		return Shard{}, fmt.Errorf("auto/%d: none of %s is set: give the number of the shard instead of auto", of, strings.Join(names, ", "))
	case 1:
		return found[0].shard(of, lookup)
	}
	return Shard{}, fmt.Errorf("auto/%d: %s are set at once: give the number of the shard instead of auto", of, strings.Join(set, " and "))
}

// shard returns the shard that the variables of this scheduler name.
func (s *scheduler) shard(of int, lookup func(string) (string, bool)) (Shard, error) {
	id, _, err := number(s.variable, lookup)
	if err != nil {
		return Shard{}, err
	}
	size, sized, err := number(s.size, lookup)
	if err != nil {
		return Shard{}, err
	}
	if s.name == "Slurm" {
		return slurm(id, size, of, lookup)
	}
	if sized && size != of {
		return Shard{}, fmt.Errorf("auto/%d: %s is %d: %s starts another number of jobs than there are shards", of, s.size, size, s.name)
	}
	return s.numbered(id, s.first, 1, of)
}

// numbered returns the shard of a start, where the numbers of the starts begin at first.
func (s *scheduler) numbered(id, first, step, of int) (Shard, error) {
	i := (id-first)/step + 1
	if id < first || (id-first)%step != 0 || i > of {
		return Shard{}, fmt.Errorf("auto/%d: %s is %d; %s numbers %d shards from %d to %d", of, s.variable, id, s.name, of, first, first+(of-1)*step)
	}
	return Shard{i, of}, nil
}

// slurm returns the shard of a task of an array. Tasks of a whole array are numbered by MIN and STEP. In a part of an
// array, such as --array=3,7, a task's number is that of its shard: MIN then says nothing about the whole.
func slurm(id, size, of int, lookup func(string) (string, bool)) (Shard, error) {
	bounds := map[string]int{"MIN": 1, "MAX": 1, "STEP": 1}
	known := true
	for key := range bounds {
		value, ok, err := number("SLURM_ARRAY_TASK_"+key, lookup)
		if err != nil {
			return Shard{}, err
		}
		if ok {
			bounds[key] = value
		} else if key != "STEP" {
			known = false
		}
	}
	first, last, step := bounds["MIN"], bounds["MAX"], bounds["STEP"]
	s := &schedulers[0]
	if step < 1 {
		return Shard{}, fmt.Errorf("auto/%d: SLURM_ARRAY_TASK_STEP is %d: want at least 1", of, step)
	}
	if size == 0 && known {
		size = (last-first)/step + 1
	}
	// An array from 0 or 1 without holes is whole, unless a part happens to look so: the number has to be given then.
	whole := !known || first <= 1 && (last-first)/step+1 == size
	switch {
	case size == of:
		return s.numbered(id, first, step, of)
	case size > of, size > 0 && whole:
		return Shard{}, fmt.Errorf("auto/%d: SLURM_ARRAY_TASK_COUNT is %d, and there are %d shards: submit an array of %d tasks, or give --shard $SLURM_ARRAY_TASK_ID/%d", of, size, of, of, of)
	}
	return s.numbered(id, 1, 1, of)
}

// number returns the value of a variable. ok is false where it is not set.
func number(variable string, lookup func(string) (string, bool)) (value int, ok bool, err error) {
	text, ok := lookup(variable)
	if variable == "" || !ok || text == "" {
		return 0, false, nil
	}
	value, err = strconv.Atoi(text)
	if err != nil || value < 0 {
		return 0, false, fmt.Errorf("%s is %q: want a number that is not negative", variable, text)
	}
	return value, true, nil
}
