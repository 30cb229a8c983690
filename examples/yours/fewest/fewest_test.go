package fewest_test

import (
	"testing"

	"example.com/yours/fewest"

	"gridjudge/solvers/solverstest"
)

func TestContract(t *testing.T) { solverstest.Run(t, fewest.Spec) }
