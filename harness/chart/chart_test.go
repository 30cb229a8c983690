package chart

import (
	"bytes"
	"encoding/xml"
	"errors"
	"image/png"
	"io"
	"math"
	"os"
	"strings"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"
)

// samples has a chart of every kind, with what is hard to draw.
func samples() map[string]*Chart {
	times := func(name string, factor float64) Series {
		s := Series{Name: name}
		for i := range 40 {
			s.Points = append(s.Points, Point{X: factor * math.Pow(1.3, float64(i)) * 1e-6, Y: float64(i+1) / 40})
		}
		return s
	}
	hostile := `<script>alert("&")</script>_%#` + strings.Repeat("x", 300)
	bars := Series{Name: "dlx"}
	other := Series{Name: "bitboard"}
	for i := range 4 {
		bars.Points = append(bars.Points, Point{X: float64(i), Y: 2, Lo: 1.5, Hi: 2.5})
		other.Points = append(other.Points, Point{X: float64(i), Y: 1})
	}
	return map[string]*Chart{
		"steps": {Kind: Steps, Title: "Times", X: Axis{Label: "time", Log: true, Seconds: true}, Y: Axis{Label: "share solved", Min: 0, Max: 1},
			Series: []Series{times("dlx", 1), times("bitboard", 0.02), times("sliced", 3)}, Notes: []string{"Left out: sliced, which solves a set as one batch and has no times of single cases."}},
		"marks": {Kind: Marks, X: Axis{Label: "dlx", Log: true, Seconds: true}, Y: Axis{Label: "bitboard", Log: true, Seconds: true}, Diagonal: true,
			Series: []Series{times("named", 1)}, LimitsX: []float64{1}, LimitsY: []float64{1}},
		"lines": {Kind: Lines, X: Axis{Names: []string{"a", "b", "c"}}, Y: Axis{Label: "median", Log: true, Seconds: true},
			Series: []Series{{Name: "dlx", Points: []Point{{X: 0, Y: 1e-3}, {X: 1, Y: 2e-3}, {X: 2, Y: math.NaN()}}}}},
		"bars":    {Kind: Bars, X: Axis{Names: []string{"easy", "medium", "hard", "extreme"}}, Y: Axis{Label: "ratio to dlx"}, Series: []Series{bars, other}},
		"fields":  {Kind: Fields, X: Axis{Names: []string{"dlx", "bitboard"}}, Y: Axis{Names: []string{"poj3074/named", "poj3074/hard"}}, Fields: []Field{{0, 0, "AC", 1}, {1, 1, "WA", 0}, {1, 0, "-", math.NaN()}}},
		"empty":   {Kind: Steps, X: Axis{Log: true}, Series: []Series{{Name: "nobody"}}},
		"hostile": {Kind: Marks, Title: hostile, X: Axis{Label: hostile}, Series: []Series{{Name: hostile, Points: []Point{{X: math.Inf(1), Y: -1}, {X: 1, Y: 1}}}}, Notes: []string{hostile}},
	}
}

func TestEveryKindIsDrawnTheSameTwice(t *testing.T) {
	charts := samples()
	require.Len(t, charts, 7)
	for name, chart := range charts {
		for _, format := range []Format{SVG, PNG, PDF} {
			var first, second bytes.Buffer
			require.NoError(t, chart.Write(&first, format), name)
			require.NoError(t, chart.Write(&second, format), name)
			if format != PDF {
				assert.Equal(t, first.Bytes(), second.Bytes(), "%s as %s", name, format)
			}
			if dir := os.Getenv("GRIDJUDGE_PLOTS"); dir != "" {
				require.NoError(t, os.WriteFile(dir+"/"+name+"."+string(format), first.Bytes(), 0o666))
			}
			switch format {
			case SVG:
				wellFormed(t, name, first.String())
			case PNG:
				picture, err := png.Decode(&first)
				require.NoError(t, err, name)
				assert.GreaterOrEqual(t, picture.Bounds().Dx(), 1039, "88 mm at 300 dots per inch")
			case PDF:
				assert.True(t, strings.HasPrefix(first.String(), "%PDF-"), name)
			}
		}
	}
}

// wellFormed demands that an SVG is XML without any element that runs code.
func wellFormed(t *testing.T, name, svg string) {
	decoder := xml.NewDecoder(strings.NewReader(svg))
	texts := 0
	for {
		token, err := decoder.Token()
		if errors.Is(err, io.EOF) {
			break
		}
		require.NoError(t, err, name)
		if start, ok := token.(xml.StartElement); ok {
			assert.NotEqual(t, "script", start.Name.Local, name)
			if start.Name.Local == "text" {
				texts++
			}
		}
	}
	assert.Positive(t, texts, "%s has no text", name)
}

func TestTicksOfTimesReadAsTimes(t *testing.T) {
	var labels []string
	for _, tick := range (decades{seconds: true}).Ticks(1e-7, 20) {
		if tick.Label != "" {
			labels = append(labels, tick.Label)
		}
	}
	assert.Equal(t, []string{"100 ns", "1 µs", "10 µs", "100 µs", "1 ms", "10 ms", "100 ms", "1 s", "10 s"}, labels)
	labels = nil
	for _, tick := range (decades{}).Ticks(0.01, 2e9) {
		if tick.Label != "" {
			labels = append(labels, tick.Label)
		}
	}
	assert.Equal(t, []string{"0.01", "0.1", "1", "10", "100", "1000", "10k", "100k", "1M", "10M", "100M", "1G"}, labels)
	assert.NotEmpty(t, decades{}.Ticks(2, 3), "a range within a decade has ticks too")
}

func TestFormatsAreKnownByTheEndOfTheName(t *testing.T) {
	f, err := FormatOf("a/b.PNG")
	require.NoError(t, err)
	assert.Equal(t, PNG, f)
	_, err = FormatOf("a.gif")
	assert.ErrorContains(t, err, ".svg, .png or .pdf")
}
