package results

import (
	"fmt"
	"slices"
	"strconv"
	"strings"
)

// MaxOf bounds the number of shards.
const MaxOf = 1_000_000

// Shard is one of Of parts of the test sets, numbered from 1. The zero value is all of the work.
type Shard struct{ Index, Of int }

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

// UnmarshalText reads I/N.
func (s *Shard) UnmarshalText(text []byte) (err error) {
	*s, err = ParseShard(string(text), nil)
	return err
}

// ParseShard reads I/N, or auto/N with I from the variables that lookup finds, as os.LookupEnv does.
func ParseShard(text string, lookup func(string) (string, bool)) (Shard, error) {
	index, of, ok := strings.Cut(text, "/")
	n, err := strconv.Atoi(of)
	if !ok || err != nil || n < 1 || n > MaxOf {
		return Shard{}, fmt.Errorf("%q is not a shard: want I/N, such as 3/8, or auto/N, with N from 1 to %d", text, MaxOf)
	}
	if index == "auto" && lookup != nil {
		return auto(n, lookup)
	}
	i, err := strconv.Atoi(index)
	if err != nil || i < 1 || i > n {
		return Shard{}, fmt.Errorf("%q is not a shard: shards are numbered from 1 to %d", text, n)
	}
	return Shard{i, n}, nil
}

// Command returns a command line with the shard as the value of its --shard.
func (s Shard) Command(args []string) []string {
	out := slices.Clone(args)
	for i, arg := range out {
		switch {
		case arg == "--shard" && i+1 < len(out):
			out[i+1] = s.String()
		case strings.HasPrefix(arg, "--shard="):
			out[i] = "--shard=" + s.String()
		}
	}
	return out
}
