package compare

import (
	"errors"
	"slices"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"gridjudge/harness/results"
)

// Each build is asked for what it has. If neither build has a name, or a build has nothing, the build itself reports
// the error.
func TestEachBuildIsAskedForWhatItHas(t *testing.T) {
	type list = []string
	for _, c := range []struct {
		why           string
		solvers, sets list
		has           [2]list // for each build, its solvers and sets
		want          [2]selection
		notes         int
	}{
		{"both have all", list{"a", "b"}, list{"s"}, [2]list{{"a", "b", "s"}, {"a", "b", "s"}}, [2]selection{{list{"a", "b"}, list{"s"}}, {list{"a", "b"}, list{"s"}}}, 0},
		{"a new solver", list{"new", "b"}, list{"s"}, [2]list{{"b", "s"}, {"new", "b", "s"}}, [2]selection{{list{"b"}, list{"s"}}, {list{"new", "b"}, list{"s"}}}, 1},
		{"a solver that is gone", list{"a", "gone"}, nil, [2]list{{"a", "gone"}, {"a"}}, [2]selection{{list{"a", "gone"}, nil}, {list{"a"}, nil}}, 1},
		{"one on each side", list{"a", "b", "c"}, nil, [2]list{{"a", "b"}, {"b", "c"}}, [2]selection{{list{"a", "b"}, nil}, {list{"b", "c"}, nil}}, 2},
		{"a new set", nil, list{"new", "s"}, [2]list{{"s"}, {"new", "s"}}, [2]selection{{nil, list{"s"}}, {nil, list{"new", "s"}}}, 1},
		{"a new solver and a new set", list{"a", "n"}, list{"s", "m"}, [2]list{{"a", "s"}, {"a", "n", "s", "m"}}, [2]selection{{list{"a"}, list{"s"}}, {list{"a", "n"}, list{"s", "m"}}}, 1},
		{"mistyped", list{"a", "typo"}, nil, [2]list{{"a"}, {"a"}}, [2]selection{{list{"a", "typo"}, nil}, {list{"a", "typo"}, nil}}, 0},
		{"a build that has nothing", list{"a", "b"}, list{"s"}, [2]list{{}, {"a", "b", "s"}}, [2]selection{{list{"a", "b"}, list{"s"}}, {list{"a", "b"}, list{"s"}}}, 0},
		{"a build without the sets", list{"a", "b"}, list{"s"}, [2]list{{"a", "b", "s"}, {"a", "b"}}, [2]selection{{list{"a", "b"}, list{"s"}}, {list{"a", "b"}, list{"s"}}}, 0},
		{"a build without the solvers", list{"a", "b"}, nil, [2]list{{"a", "b"}, {"c"}}, [2]selection{{list{"a", "b"}, nil}, {list{"a", "b"}, nil}}, 0},
		{"a single name is not left out", list{"new"}, nil, [2]list{{}, {"new"}}, [2]selection{{list{"new"}, nil}, {list{"new"}, nil}}, 0},
	} {
		s := &Settings{Request: results.Request{Solvers: c.solvers, Sets: c.sets}}
		takes := func(side int, part selection) (bool, error) {
			lacks := func(name string) bool { return !slices.Contains(c.has[side], name) }
			return !slices.ContainsFunc(slices.Concat(part.solvers, part.sets), lacks), nil
		}
		of, notes, err := s.selections([2]string{"old", "new"}, takes)
		require.NoError(t, err)
		assert.Equal(t, c.want, of, c.why)
		assert.Len(t, notes, c.notes, c.why)
	}
	broken := errors.New("broken")
	_, _, err := (&Settings{Request: results.Request{Solvers: []string{"a", "b"}}}).selections([2]string{}, func(int, selection) (bool, error) { return false, broken })
	require.ErrorIs(t, err, broken)
}
