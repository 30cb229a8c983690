package all

import (
	"os"
	"strings"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"gridjudge/solvers"
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
