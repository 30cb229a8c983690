package results

import (
	"encoding/json"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"
)

func TestParse(t *testing.T) {
	for text, want := range map[string]Shard{"1/1": {1, 1}, "3/8": {3, 8}, "8/8": {8, 8}} {
		var got Shard
		require.NoError(t, got.UnmarshalText([]byte(text)), text)
		assert.Equal(t, want, got)
		assert.Equal(t, text, got.String())
	}
	for _, text := range []string{"", "3", "0/8", "9/8", "-1/8", "1/0", "a/b", "1/2/3", "auto/8"} {
		assert.Error(t, new(Shard).UnmarshalText([]byte(text)), text)
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
	for _, c := range []struct {
		name string
		set  map[string]string
		want int    // 0: an error
		says string // in the error
	}{
		{"Slurm", map[string]string{"SLURM_ARRAY_TASK_ID": "3"}, 3, ""},
		{"Slurm, the last", map[string]string{"SLURM_ARRAY_TASK_ID": "8"}, 8, ""},
		{"Slurm, beyond", map[string]string{"SLURM_ARRAY_TASK_ID": "9"}, 0, "SLURM_ARRAY_TASK_ID=9: 8 shards are numbered from 1 to 8"},
		{"an array from 0", map[string]string{"SLURM_ARRAY_TASK_ID": "0"}, 0, "SLURM_ARRAY_TASK_ID=0: 8 shards are numbered from 1 to 8"},
		{"no number", map[string]string{"SLURM_ARRAY_TASK_ID": "x"}, 0, "SLURM_ARRAY_TASK_ID=x"},
		{"Kubernetes", map[string]string{"JOB_COMPLETION_INDEX": "0"}, 1, ""},
		{"Kubernetes, the last", map[string]string{"JOB_COMPLETION_INDEX": "7"}, 8, ""},
		{"Kubernetes, beyond", map[string]string{"JOB_COMPLETION_INDEX": "8"}, 0, "JOB_COMPLETION_INDEX=8: 8 shards are numbered from 0 to 7"},
		{"GitLab", map[string]string{"CI_NODE_INDEX": "8"}, 8, ""},
		{"GNU parallel", map[string]string{"PARALLEL_SEQ": "2"}, 2, ""},
		{"two at once", map[string]string{"PARALLEL_SEQ": "2", "CI_NODE_INDEX": "1"}, 0, "CI_NODE_INDEX=1 and PARALLEL_SEQ=2"},
		{"none", nil, 0, "want one of SLURM_ARRAY_TASK_ID, JOB_COMPLETION_INDEX, CI_NODE_INDEX, PARALLEL_SEQ"},
	} {
		for _, s := range schedulers {
			t.Setenv(s.variable, c.set[s.variable])
		}
		var got Shard
		err := got.UnmarshalText([]byte("auto/8"))
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
