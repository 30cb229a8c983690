package rows_test

import (
	"testing"

	"example.com/yours/rows"

	"gridjudge/solvers/solverstest"
)

func TestContract(t *testing.T) { solverstest.RunCovers(t, rows.Spec) }
