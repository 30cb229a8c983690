package all

import (
	"os"
	"slices"
	"strings"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"gridjudge/solvers"
	"gridjudge/solvers/solverstest"
)

// listFile is the only source file that names the contestants.
const listFile = "all.go"

// notContestants are the folders under solvers/ that hold no contestant.
var notContestants = map[string]string{
	"all":         "the list of contestants",
	"internal":    "what several solvers share",
	"solverstest": "the conformance suite",
}

// unlisted returns the folders of contestants that the source of the list does
// not import.
func unlisted(folders []string, source string) (missing []string) {
	for _, f := range folders {
		if notContestants[f] == "" && !strings.Contains(source, `"gridjudge/solvers/`+f+`"`) {
			missing = append(missing, f)
		}
	}
	return missing
}

func TestEveryFolderListed(t *testing.T) {
	entries, err := os.ReadDir("..")
	require.NoError(t, err)
	var folders []string
	for _, e := range entries {
		if e.IsDir() {
			folders = append(folders, e.Name())
		}
	}
	require.Greater(t, len(folders), 4)
	source, err := os.ReadFile(listFile)
	require.NoError(t, err)
	for _, f := range unlisted(folders, string(source)) {
		assert.Fail(t, "solvers/"+f+" takes no part: add the line \""+f+".Spec,\" to Contestants in solvers/all/"+listFile)
	}
}

func TestForgottenFolderIsSeen(t *testing.T) {
	source := "import (\n\t\"gridjudge/solvers/dlx\"\n)"
	assert.Equal(t, []string{"fourth"}, unlisted([]string{"all", "dlx", "fourth", "internal", "solverstest"}, source))
}

func TestContestantsAreValid(t *testing.T) {
	require.NotEmpty(t, Contestants)
	require.NoError(t, solvers.Validate(Contestants))
	for _, s := range Contestants {
		for _, size := range s.Sizes {
			assert.NotNil(t, s.New(size), "%s at %d", s.Name, size)
		}
	}
}

// The contract promises an end without a search only where givens clash. These do it also where givens leave a cell
// without a candidate, or a digit without a place.
func TestDeadGridsNeedNoSearch(t *testing.T) {
	puzzles := []solvers.Grid{}
	for _, line := range []string{
		"..1.....1......2", // the last row has no place for 1
		"......2341...........1" + strings.Repeat(".", 59),
	} {
		g, err := solvers.ParseGrid(line)
		require.NoError(t, err)
		puzzles = append(puzzles, g)
	}
	for _, size := range solvers.Sizes() {
		for _, c := range solverstest.Cases(size) {
			if c.Name == "a cell without a candidate" || c.Name == "a digit without a place" {
				puzzles = append(puzzles, c.Puzzle)
			}
		}
	}
	require.Len(t, puzzles, 2+2*len(solvers.Sizes()))
	names, tested := strings.Fields("dlx dlx-struct-buggy dlx-struct-repaired pointer bitmask bitboard cdcl sliced links cells bits zdd"), 0
	for _, spec := range Contestants {
		if !slices.Contains(names, spec.Name) && spec.VariantOf == "" {
			continue
		}
		tested++
		for _, p := range puzzles {
			if spec.Takes(p.Size()) {
				var r solvers.Result
				spec.New(p.Size()).Solve(p, solvers.Limits{Nodes: uint64(len(p)) + 1}, &r)
				assert.Equal(t, solvers.Finished, r.Stopped, "%s: %v", spec.Name, p)
				assert.Zero(t, r.Solutions, "%s: %v", spec.Name, p)
			}
		}
	}
	assert.GreaterOrEqual(t, tested, len(names))
}
