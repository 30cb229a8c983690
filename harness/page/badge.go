package page

import (
	"fmt"
	"html"

	"gridjudge/harness/judge"
)

// Badge returns an SVG badge: how many of the benchmarks are accepted. Its colour is blue if all are, else orange.
func (p *Page) Badge() []byte {
	accepted, color := 0, "#0072b2"
	for _, v := range p.Data.Verdicts {
		if v.Verdict == judge.Accepted {
			accepted++
		}
	}
	if accepted < len(p.Data.Verdicts) {
		color = "#b35000"
	}
	return badge("gridjudge", fmt.Sprintf("%d/%d accepted", accepted, len(p.Data.Verdicts)), color)
}

// badge draws two words beside each other. The text is as wide as seven pixels a letter, in whatever font there is.
func badge(left, right, color string) []byte {
	width := func(s string) int { return 7*len([]rune(s)) + 12 }
	l, r := width(left), width(right)
	text := func(x, width int, s string) string {
		return fmt.Sprintf(`<text x="%d" y="14" textLength="%d">%s</text>`, x+6, width-12, html.EscapeString(s))
	}
	return fmt.Appendf(nil, `<svg xmlns="http://www.w3.org/2000/svg" width="%d" height="20" role="img" aria-label="%s: %s">`+
		`<rect width="%d" height="20" rx="3" fill="%s"/><path d="M3 0H%dV20H3a3 3 0 01-3-3V3a3 3 0 013-3z" fill="#444"/>`+
		`<g fill="#fff" font-family="Verdana,'DejaVu Sans',sans-serif" font-size="11">%s%s</g></svg>`+"\n",
		l+r, html.EscapeString(left), html.EscapeString(right), l+r, color, l, text(0, l, left), text(l, r, right))
}
