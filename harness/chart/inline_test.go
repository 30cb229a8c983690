package chart

import (
	"strings"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"
)

func TestInlineChartsAreWellFormed(t *testing.T) {
	charts := samples()
	require.NotEmpty(t, charts)
	for name, chart := range charts {
		if chart.Kind == Fields {
			continue
		}
		text := chart.Inline()
		wellFormed(t, name, "<div>"+text+"</div>")
		assert.Equal(t, text, chart.Inline(), "%s: the same text twice", name)
		assert.NotContains(t, text, "NaN", name)
		assert.NotContains(t, text, "Inf", name)
		assert.Equal(t, 1, strings.Count(text, `class="chart"`), name)
	}
}

func TestInlineNamesItsPoints(t *testing.T) {
	chart := &Chart{Kind: Marks, X: Axis{Log: true, Seconds: true}, Y: Axis{Log: true, Seconds: true}, Diagonal: true, Series: []Series{
		{Name: "a", Points: []Point{{X: 1, Y: 2, Name: `<b>"1"`}, {X: 2, Y: 2, Name: "second"}, {X: 0, Y: 1, Name: "has no place"}}},
	}}
	text := chart.Inline()
	assert.Contains(t, text, "<title>&lt;b&gt;&#34;1&#34;</title>")
	assert.Contains(t, text, "<title>second</title>")
	assert.NotContains(t, text, "has no place", "a logarithm has no 0")
	chart.Series[0].Points = []Point{{X: 1, Y: 1}, {X: 1, Y: 1}, {X: 1.00001, Y: 1}}
	assert.Equal(t, 1, strings.Count(chart.Inline(), shapes[0]), "points that share a pixel are one mark")
}

func TestGuidesEndAtTheFrame(t *testing.T) {
	chart := &Chart{X: Axis{Log: true}, Y: Axis{Log: true}}
	cut, ok := chart.cut(Guide{"slope 1", 1e-3, 1e-3, 1e6, 1e6}, 1, 100, 10, 1000)
	require.True(t, ok)
	assert.InDeltaSlice(t, []float64{10, 10, 100, 100}, []float64{cut.X1, cut.Y1, cut.X2, cut.Y2}, 1e-6)
	_, ok = chart.cut(Guide{"beyond", 1e-3, 1e3, 1e-3, 1e6}, 1, 100, 10, 1000)
	assert.False(t, ok)
}
