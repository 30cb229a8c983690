package all

import (
	"os"
	"reflect"
	"slices"
	"strings"
	"testing"

	"gridjudge/solvers"
)

// listFile is the only source file that names the contestants.
const listFile = "all.go"

// notContestants are the folders below solvers/ that do not contain a contestant.
var notContestants = map[string]string{
	"all":         "the list of contestants",
	"internal":    "what several solvers share",
	"solverstest": "the conformance suite",
}

// unlisted returns the folders of contestants that the source of the list does not import.
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
	if err != nil {
		t.Fatal(err)
	}
	var folders []string
	for _, e := range entries {
		if e.IsDir() {
			folders = append(folders, e.Name())
		}
	}
	if len(folders) <= 4 {
		t.Fatalf("folders of contestants: %q, want more than 4", folders)
	}
	source, err := os.ReadFile(listFile)
	if err != nil {
		t.Fatal(err)
	}
	for _, f := range unlisted(folders, string(source)) {
		t.Errorf("solvers/%[1]s takes no part: add the line \"%[1]s.Spec,\" to Contestants in solvers/all/%[2]s",
			f, listFile)
	}
}

func TestForgottenFolderIsSeen(t *testing.T) {
	source := "import (\n\t\"gridjudge/solvers/dlx\"\n)"
	got := unlisted([]string{"all", "dlx", "fourth", "internal", "solverstest"}, source)
	if want := []string{"fourth"}; !slices.Equal(got, want) {
		t.Errorf("unlisted folders: %q, want %q", got, want)
	}
}

func TestContestantsAreValid(t *testing.T) {
	if len(Contestants) == 0 {
		t.Fatal("there are no contestants")
	}
	if err := solvers.Validate(Contestants); err != nil {
		t.Fatal(err)
	}
	for _, s := range Contestants {
		for _, size := range s.Sizes {
			if v := reflect.ValueOf(s.New(size)); !v.IsValid() || v.Kind() == reflect.Pointer && v.IsNil() {
				t.Errorf("%s at %d: New returns nil", s.Name, size)
			}
		}
	}
}
