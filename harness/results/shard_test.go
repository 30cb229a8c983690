package results

import (
	"encoding/json"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"
)

func TestParse(t *testing.T) {
	for text, want := range map[string]Shard{"1/1": {1, 1}, "3/8": {3, 8}, "8/8": {8, 8}} {
		got, err := ParseShard(text, nil)
		require.NoError(t, err, text)
		assert.Equal(t, want, got)
		assert.Equal(t, text, got.String())
	}
	for _, text := range []string{"", "3", "0/8", "9/8", "-1/8", "1/0", "a/b", "1/2/3", "auto/8", "1/1000001"} {
		_, err := ParseShard(text, nil)
		assert.Error(t, err, text)
	}
}

func TestText(t *testing.T) {
	data, err := json.Marshal(Shard{3, 8})
	require.NoError(t, err)
	assert.Equal(t, `"3/8"`, string(data))
	var s Shard
	require.NoError(t, json.Unmarshal(data, &s))
	assert.Equal(t, Shard{3, 8}, s)
	assert.Error(t, json.Unmarshal([]byte(`"9/8"`), &s))
}

func TestAuto(t *testing.T) {
	slurm := func(id, lowest, highest, step, count string) map[string]string {
		return map[string]string{
			"SLURM_ARRAY_TASK_ID": id, "SLURM_ARRAY_TASK_MIN": lowest, "SLURM_ARRAY_TASK_MAX": highest,
			"SLURM_ARRAY_TASK_STEP": step, "SLURM_ARRAY_TASK_COUNT": count,
		}
	}
	for _, c := range []struct {
		name string
		set  map[string]string
		want int    // 0: an error
		says string // in the error
	}{
		{"array from 1", slurm("3", "1", "8", "1", "8"), 3, ""},
		{"array from 0", slurm("3", "0", "7", "1", "8"), 4, ""},
		{"array with a step", slurm("15", "5", "40", "5", "8"), 3, ""},
		{"array from 3", slurm("3", "3", "10", "1", "8"), 1, ""},
		{"a part of an array", slurm("7", "3", "7", "1", "2"), 7, ""},
		{"a part with a step", slurm("7", "3", "7", "4", "2"), 7, ""},
		{"one task again", slurm("5", "5", "5", "1", "1"), 5, ""},
		{"another size", slurm("2", "1", "4", "1", "4"), 0, "SLURM_ARRAY_TASK_COUNT is 4, and there are 8 shards"},
		{"a larger size", slurm("2", "1", "9", "1", "9"), 0, "SLURM_ARRAY_TASK_COUNT is 9"},
		{"a part beyond the array", slurm("9", "3", "9", "1", "2"), 0, "SLURM_ARRAY_TASK_ID is 9"},
		{"a part from 0", slurm("0", "0", "3", "1", "2"), 0, "SLURM_ARRAY_TASK_ID is 0"},
		{"without bounds", map[string]string{"SLURM_ARRAY_TASK_ID": "3"}, 3, ""},
		{"no number", map[string]string{"SLURM_ARRAY_TASK_ID": "x"}, 0, `SLURM_ARRAY_TASK_ID is "x"`},
		{"Kubernetes", map[string]string{"JOB_COMPLETION_INDEX": "0"}, 1, ""},
		{"Kubernetes, beyond", map[string]string{"JOB_COMPLETION_INDEX": "8"}, 0, "JOB_COMPLETION_INDEX is 8"},
		{"GitLab", map[string]string{"CI_NODE_INDEX": "8", "CI_NODE_TOTAL": "8"}, 8, ""},
		{"GitLab, another size", map[string]string{"CI_NODE_INDEX": "2", "CI_NODE_TOTAL": "4"}, 0, "CI_NODE_TOTAL is 4"},
		{"GNU parallel", map[string]string{"PARALLEL_SEQ": "2"}, 2, ""},
		{"GNU parallel, beyond", map[string]string{"PARALLEL_SEQ": "9"}, 0, "PARALLEL_SEQ is 9"},
		{"two at once", map[string]string{"PARALLEL_SEQ": "2", "CI_NODE_INDEX": "1"}, 0, "CI_NODE_INDEX=1 and PARALLEL_SEQ=2 are set at once"},
		{"none", nil, 0, "none of SLURM_ARRAY_TASK_ID, JOB_COMPLETION_INDEX, CI_NODE_INDEX, PARALLEL_SEQ is set"},
	} {
		got, err := ParseShard("auto/8", func(name string) (string, bool) { value, ok := c.set[name]; return value, ok })
		if c.want == 0 {
			assert.ErrorContains(t, err, c.says, c.name)
			continue
		}
		require.NoError(t, err, c.name)
		assert.Equal(t, Shard{c.want, 8}, got, c.name)
	}
}

// TestEveryBenchmarkHasOneShard: with all contestants on its set, because a ratio needs two times of one machine.
func TestEveryBenchmarkHasOneShard(t *testing.T) {
	plan := Plan{Sets: []PlannedSet{{Name: "a", Contestants: []string{"x", "y"}}, {Name: "b", Contestants: []string{"y"}}, {Name: "c", Contestants: []string{"x", "y", "z"}}}}
	whole := plan.Benchmarks(Shard{})
	require.Len(t, whole, 6)
	for of := 1; of <= 5; of++ {
		var seen []Benchmark
		shards := map[string]int{}
		for i := 1; i <= of; i++ {
			for _, b := range plan.Benchmarks(Shard{i, of}) {
				seen = append(seen, b)
				shards[b.Set] |= 1 << i
			}
		}
		assert.ElementsMatch(t, whole, seen, "%d shards", of)
		for set, bits := range shards {
			assert.Zero(t, bits&(bits-1), "%s is in one of %d shards", set, of)
		}
	}
}

func TestCommand(t *testing.T) {
	assert.Equal(t, []string{"judge", "--shard", "3/8"}, Shard{3, 8}.Command([]string{"judge", "--shard", "auto/8"}))
	assert.Equal(t, []string{"judge", "--shard=3/8", "x"}, Shard{3, 8}.Command([]string{"judge", "--shard=1/8", "x"}))
}
