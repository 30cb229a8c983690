package shard

import "gridjudge/harness/testset"

// Cases returns the sets with the cases of the shard. The cases of all sets are dealt out as one list, so that many
// small sets do not all fall to the first shard. A set without a case in the shard is left out, unless it has an
// error.
func (s Shard) Cases(sets []*testset.TestSet) []*testset.TestSet {
	if s.IsZero() {
		return sets
	}
	var parts []*testset.TestSet
	before := 0
	for _, set := range sets {
		part := set.Part(func(number int) bool { return s.Has(before + number - 1) })
		before += set.Len()
		if part.Len() > 0 || set.Err != nil {
			parts = append(parts, part)
		}
	}
	return parts
}

// Sets returns the sets of the shard, each whole.
func (s Shard) Sets(sets []*testset.TestSet) []*testset.TestSet {
	var dealt []*testset.TestSet
	for i, set := range sets {
		if s.Has(i) {
			dealt = append(dealt, set)
		}
	}
	return dealt
}
