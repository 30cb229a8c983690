package harness

import (
	"testing"

	"github.com/stretchr/testify/assert"

	"gridjudge/corpus/generate"
)

func TestTheMedianOfAnEvenNumberIsBetweenTwo(t *testing.T) {
	list := []generate.Puzzle{{Nodes: 40}, {Nodes: 10}, {Nodes: 2000000}, {Nodes: 21}}
	assert.Equal(t, "dlx needs 10 to 2000000 nodes, median 30.5", nodesNeeded("dlx", list))
}
