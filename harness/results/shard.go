package results

import (
	"fmt"
	"os"
	"strconv"
	"strings"
)

// Shard is one of Of shares of the test sets, numbered from 1. The zero value is all of the work.
type Shard struct{ Index, Of int }

// schedulers start the same command many times, and number the starts in a variable of the environment.
var schedulers = []struct {
	variable string
	first    int // the number of the first start
}{
	{"SLURM_ARRAY_TASK_ID", 1},  // sbatch --array=1-N
	{"JOB_COMPLETION_INDEX", 0}, // Kubernetes
	{"CI_NODE_INDEX", 1},        // GitLab
	{"PARALLEL_SEQ", 1},         // GNU parallel
}

// IsZero reports whether the work is not cut.
func (s Shard) IsZero() bool { return s == Shard{} }

// String returns I/N, or "" for all of the work.
func (s Shard) String() string {
	if s.IsZero() {
		return ""
	}
	return fmt.Sprintf("%d/%d", s.Index, s.Of)
}

// Has reports whether item i of the work, counted from 0, belongs to the shard.
func (s Shard) Has(i int) bool { return s.IsZero() || i%s.Of == s.Index-1 }

// MarshalText writes I/N, or "" for all of the work.
func (s Shard) MarshalText() ([]byte, error) { return []byte(s.String()), nil }

// UnmarshalText reads I/N, or auto/N with I from the variable of a scheduler.
func (s *Shard) UnmarshalText(data []byte) error {
	text := string(data)
	index, of, _ := strings.Cut(text, "/")
	n, err := strconv.Atoi(of)
	if err != nil || n < 1 {
		return fmt.Errorf("%q is not a shard: want I/N, such as 3/8, or auto/N", text)
	}
	first, source := 1, text
	if index == "auto" {
		var names, set []string
		for _, s := range schedulers {
			names = append(names, s.variable)
			if value := os.Getenv(s.variable); value != "" {
				index, first, source = value, s.first, s.variable+"="+value
				set = append(set, source)
			}
		}
		if len(set) != 1 {
			return fmt.Errorf("%s: want one of %s; set are %q: give the number of the shard instead of auto",
				text, strings.Join(names, ", "), set)
		}
	}
	i, err := strconv.Atoi(index)
	if i += 1 - first; err != nil || i < 1 || i > n {
		return fmt.Errorf("%s: %d shards are numbered from %d to %d", source, n, first, first+n-1)
	}
	*s = Shard{i, n}
	return nil
}
