package report

import (
	"strings"
	"testing"
	"time"

	"github.com/stretchr/testify/assert"
)

func TestHTMLEscapesAndKeepsExactValues(t *testing.T) {
	table := &Table{Columns: []Column{{Name: "name"}, {Name: "ns", Head: "time"}, {Name: "lo", Data: true}}}
	hostile := `<script>alert("1")</script>&` + strings.Repeat("x", 300)
	table.Add(String(hostile), Time(1234567*time.Nanosecond), Count(1))
	table.Add(Marked("WA", Bad), None(), None())
	got := table.HTML()
	assert.NotContains(t, got, "<script>")
	assert.Contains(t, got, "&lt;script&gt;alert(&#34;1&#34;)&lt;/script&gt;&amp;xxx")
	assert.Contains(t, got, `<th scope="col" class="num">time</th>`)
	assert.Contains(t, got, `<td class="num" data-v="1234567">1.235 ms</td>`)
	assert.Contains(t, got, `<td class="bad" data-v="WA">WA</td>`)
	assert.NotContains(t, got, "lo", "columns for programs stay out")
}

func TestHTMLPutsSummaryRowsIntoTheFoot(t *testing.T) {
	table := &Table{Columns: []Column{{Name: "set"}}, Summary: 1}
	table.Add(String("a"))
	table.Add(String("all"))
	assert.Contains(t, table.HTML(), `<tbody><tr><td data-v="a">a</td></tr></tbody><tfoot><tr><td data-v="all">all</td></tr></tfoot></table>`)
}
