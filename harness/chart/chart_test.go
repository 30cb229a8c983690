package chart

import (
	"bytes"
	"compress/zlib"
	"encoding/xml"
	"errors"
	"fmt"
	"image/png"
	"io"
	"math"
	"os"
	"regexp"
	"strconv"
	"strings"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"
	"golang.org/x/text/encoding/charmap"
	"gonum.org/v1/plot/plotter"
)

// samples returns a chart of every kind, with contents that are hard to draw.
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
		"steps": {Kind: Steps, Title: "Times", X: Axis{Label: "time", Log: true, Seconds: true}, Y: Axis{Label: "share solved"},
			Series: []Series{times("dlx", 1), times("bitboard", 0.02), times("sliced", 3)}, Notes: []string{"Left out: sliced, which solves a set as one batch and has no times of single cases."}},
		"marks": {Kind: Marks, X: Axis{Label: "dlx", Log: true, Seconds: true}, Y: Axis{Label: "bitboard", Log: true, Seconds: true}, Diagonal: true,
			Series: []Series{times("named", 1)}},
		"bars":    {Kind: Dots, X: Axis{Names: []string{"easy", "medium", "hard", "extreme"}}, Y: Axis{Label: "time", Log: true}, Series: []Series{bars, other}},
		"hostile": {Kind: Marks, Title: hostile, X: Axis{Label: hostile, Log: true}, Series: []Series{{Name: hostile, Points: []Point{{X: math.Inf(1), Y: -1}, {X: 1, Y: 1}}}}, Notes: []string{hostile}},
	}
}

func TestEveryKindIsDrawnTheSameTwice(t *testing.T) {
	charts := samples()
	require.Len(t, charts, 4)
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

// wellFormed demands that an SVG is XML, without any element that runs code.
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

// TestTheTextOfAPDF reads the text as a viewer does: the font in the file declares Windows code page 1252, so each
// letter has one byte.
func TestTheTextOfAPDF(t *testing.T) {
	c := samples()["steps"]
	c.Title = "Moré · 5 µs … “é” ≤"
	var file bytes.Buffer
	require.NoError(t, c.Write(&file, PDF))
	require.Contains(t, file.String(), "/WinAnsiEncoding")
	shown := pdfText(t, file.Bytes())
	assert.Subset(t, shown, []string{"Moré · 5 µs … “é” ?", "1 µs", "10 µs", "time", "bitboard"})
	assert.NotContains(t, strings.Join(shown, ""), "Â")
	assert.Contains(t, pdfText(t, []byte("stream\n"+deflated(t, "BT (1 \xc2\xb5s) Tj ET")+"\nendstream")), "1 Âµs", "the check sees the fault")
}

// pdfText returns the texts of all content streams of a PDF.
func pdfText(t *testing.T, file []byte) (shown []string) {
	for _, stream := range regexp.MustCompile(`(?s)stream\n(.*?)\nendstream`).FindAllSubmatch(file, -1) {
		inflated, err := zlib.NewReader(bytes.NewReader(stream[1]))
		if err != nil {
			continue // it is not compressed, so it is not a page
		}
		content, err := io.ReadAll(inflated)
		require.NoError(t, err)
		for _, text := range regexp.MustCompile(`\(((?:[^\\()]|\\.)*)\) ?Tj`).FindAllSubmatch(content, -1) {
			decoded, err := charmap.Windows1252.NewDecoder().Bytes(text[1])
			require.NoError(t, err)
			shown = append(shown, string(decoded))
		}
	}
	return shown
}

func deflated(t *testing.T, content string) string {
	var b strings.Builder
	w := zlib.NewWriter(&b)
	_, err := io.WriteString(w, content)
	require.NoError(t, errors.Join(err, w.Close()))
	return b.String()
}

func TestTicksOfTimesReadAsTimes(t *testing.T) {
	var labels []string
	for _, tick := range decades(timeUnits).Ticks(1e-7, 20) {
		if tick.Label != "" {
			labels = append(labels, tick.Label)
		}
	}
	assert.Equal(t, []string{"100 ns", "1 µs", "10 µs", "100 µs", "1 ms", "10 ms", "100 ms", "1 s", "10 s"}, labels)
	labels = nil
	for _, tick := range decades(countUnits).Ticks(0.01, 2e9) {
		if tick.Label != "" {
			labels = append(labels, tick.Label)
		}
	}
	assert.Equal(t, []string{"0.01", "0.1", "1", "10", "100", "1k", "10k", "100k", "1M", "10M", "100M", "1G"}, labels)
	assert.NotEmpty(t, decades(countUnits).Ticks(2, 3), "a range within a decade has ticks too")
}

func TestFormatsAreKnownByTheEndOfTheName(t *testing.T) {
	f, err := FormatOf("a/b.PNG")
	require.NoError(t, err)
	assert.Equal(t, PNG, f)
	_, err = FormatOf("a.gif")
	assert.ErrorContains(t, err, ".svg, .png or .pdf")
}

func TestInlineChartsAreWellFormed(t *testing.T) {
	for name, chart := range samples() {
		text := chart.Inline()
		wellFormed(t, name, "<div>"+text+"</div>")
		assert.Equal(t, text, chart.Inline(), "%s: the same text twice", name)
		for _, never := range []string{"NaN", "Inf", "http:", "Liberation"} {
			assert.NotContains(t, text, never, name)
		}
		assert.NotRegexp(t, "#[0-9A-F]{6}", text, "%s: the style sheet has all colours", name)
		assert.Equal(t, 1, strings.Count(text, `class="chart"`), name)
	}
	for _, kind := range []Kind{Steps, Marks} {
		all := Chart{Kind: kind}
		for i := range palette {
			all.Series = append(all.Series, Series{Style: i, Points: []Point{{X: 0.1 * float64(i), Y: 0.1}, {X: 1, Y: 0.2}}})
		}
		assert.NotRegexp(t, "#[0-9A-F]{6}", all.Inline(), "opaque lines or transparent marks of all colours")
		assert.Contains(t, all.Inline(), "var(--c10)")
	}
}

// The attribute data-frame says where in the picture a value of the axes is.
func TestInlineTellsTheFrame(t *testing.T) {
	chart := &Chart{Kind: Steps, X: Axis{Names: []string{"a", "b"}}, Series: []Series{{Name: "a", Points: []Point{{X: 0, Y: 0}, {X: 1, Y: 1}}}}}
	_, frame, ok := strings.Cut(chart.Inline(), `data-frame="`)
	require.True(t, ok)
	var v [8]float64
	_, err := fmt.Sscanf(frame, "%g %g %g %g %g %g %g %g", &v[0], &v[1], &v[2], &v[3], &v[4], &v[5], &v[6], &v[7])
	require.NoError(t, err)
	assert.Less(t, v[0], v[1], "left, right")
	assert.Less(t, v[3], v[2], "the bottom is below the top")
	assert.Equal(t, [4]float64{-0.5, 1.5, 0, 1}, [4]float64(v[4:]))
}

func TestPointsThatShareAPlaceAreDrawnOnce(t *testing.T) {
	chart := &Chart{Kind: Marks, X: Axis{Log: true}, Y: Axis{Log: true}, Series: []Series{{Points: []Point{{X: 1, Y: 1}, {X: 5, Y: 5}, {X: 1, Y: 1}, {X: 1.00001, Y: 1}, {X: 10, Y: 10}, {X: 0, Y: 1}}}}}
	p, _ := chart.build(pageWidth)
	xys, counts := chart.distinct(chart.Series[0].Points, p)
	assert.Equal(t, plotter.XYs{{X: 1, Y: 1}, {X: 5, Y: 5}, {X: 10, Y: 10}}, xys, "a logarithm has no 0")
	assert.Equal(t, []int{3, 1, 1}, counts)
}

// TestACrowdOfPointsShowsItsDensity: many points at one place become one opaque mark, and a single point a transparent
// one.
func TestACrowdOfPointsShowsItsDensity(t *testing.T) {
	chart := &Chart{Kind: Marks, X: Axis{Log: true}, Y: Axis{Log: true}, Series: []Series{{Points: []Point{{X: 1000, Y: 1000}}}}}
	for i := range 20_000 {
		chart.Series[0].Points = append(chart.Series[0].Points, Point{X: 1 + float64(i%10)*1e-6, Y: 1})
	}
	var svg bytes.Buffer
	require.NoError(t, chart.Write(&svg, SVG))
	assert.Less(t, svg.Len(), 20_000)
	assert.Contains(t, svg.String(), "fill-opacity:0.43", "the single one")
	p, _ := chart.build(columnWidth)
	xys, counts := chart.distinct(chart.Series[0].Points, p)
	require.Len(t, xys, 3, "the last point of a list is always kept")
	assert.Equal(t, []int{1, 19_999, 1}, counts)
}

func TestATitleIsNeverCut(t *testing.T) {
	title := "poj3074 [2] (whole processes): dlx-struct-repaired against adversarial-dlx-struct-repaired, case by case"
	var svg bytes.Buffer
	require.NoError(t, (&Chart{Title: title, X: Axis{Log: true}, Series: []Series{{Points: []Point{{X: 1, Y: 1}}}}}).Write(&svg, SVG))
	_, size := placeOf(t, svg.String(), title)
	assert.Less(t, letters(size).Width(title), columnWidth)
	assert.Greater(t, size, 4.0, "11 pixels in a picture 800 pixels wide")
}

// placeOf returns where a text in a picture begins, and the size of its letters, in points.
func placeOf(t *testing.T, svg, text string) (x, size float64) {
	t.Helper()
	m := regexp.MustCompile(`<text x="([^"]*)"[^>]*font-size:([0-9.]+)px[^>]*>` + regexp.QuoteMeta(text) + "<").FindStringSubmatch(svg)
	require.NotNil(t, m, text)
	x, err := strconv.ParseFloat(m[1], 64)
	require.NoError(t, err)
	size, err = strconv.ParseFloat(m[2], 64)
	require.NoError(t, err)
	return x, size
}

// TestNamesOfPartsAreWhole: two parts may differ only at the end of their names, for example in an option.
func TestNamesOfPartsAreWhole(t *testing.T) {
	const cpu = "Intel(R) Xeon(R) Platinum 8488C CPU @ 2.40GHz"
	for _, names := range [][]string{
		{"AMD EPYC, bench", "AMD EPYC, bench, --solutions 2"}, {cpu + ", bench", cpu + ", bench, --solutions 2"},
		{"a", "b", "c", cpu + ", bench, cases 0123456, --solutions 2", "d"},
	} {
		chart := &Chart{Kind: Lines, Y: Axis{Log: true, Seconds: true}, Series: []Series{{Name: "dlx"}}}
		for i, name := range names {
			chart.X.Names = append(chart.X.Names, fmt.Sprint("2026-11-28 ", i))
			chart.Parts = append(chart.Parts, Part{Name: name, First: i, Last: i})
			chart.Series[0].Points = append(chart.Series[0].Points, Point{X: float64(i), Y: 1})
		}
		var svg bytes.Buffer
		require.NoError(t, chart.Write(&svg, SVG))
		for _, name := range names {
			x, size := placeOf(t, svg.String(), name)
			assert.Greater(t, x, 0.0, name)
			assert.Less(t, x+letters(size).Width(name).Points(), columnWidth.Points(), name)
			assert.Greater(t, size, 4.0, name)
		}
	}
}

func TestGuidesEndAtTheFrame(t *testing.T) {
	chart := &Chart{Kind: Marks, X: Axis{Log: true}, Y: Axis{Log: true}, Guides: []Guide{{"inside", 1}, {"beyond", 1e9}},
		Series: []Series{{Name: "a", Points: []Point{{X: 1, Y: 1}, {X: 100, Y: 1000}}}}}
	text := chart.Inline()
	assert.Contains(t, text, ">inside<")
	assert.NotContains(t, text, ">beyond<")
	p, _ := chart.build(pageWidth)
	assert.InDelta(t, 1000*1.3, p.Y.Max, 1e-6, "a guide does not widen the axes")
}

func TestACrowdOfNamesIsTurned(t *testing.T) {
	chart := &Chart{Kind: Dots, X: Axis{Names: []string{"a", "b"}}}
	assert.False(t, chart.crowded(columnWidth))
	for range 10 {
		chart.X.Names = append(chart.X.Names, "generated")
	}
	assert.True(t, chart.crowded(columnWidth))
}
